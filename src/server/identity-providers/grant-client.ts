import * as oauth from 'oauth4webapi';
import { toClientAuth } from './client-authentication.ts';
import type { ProviderMetadata } from './discovery.ts';
import type { Fetch } from '../net/transport.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import type { IdentityProvider } from './registry.ts';
import { subjectInTenant } from './tenants.ts';

interface RefreshedTokens {
  readonly accessToken: string;
  /** `null`: the used refresh token stays valid. */
  readonly refreshToken: string | null;
  /** Seconds; `null` when the provider does not say. */
  readonly expiresIn: number | null;
}

/** The provider has ended the grant (RFC 6749 5.2 `invalid_grant`). */
export class GrantEndedError extends Error {
  override readonly name = 'GrantEndedError';
}

/** Every call rejects when the provider's answer is invalid. */
export interface GrantClient {
  /** RFC 6749 section 6. Throws `GrantEndedError`, and another error for an ID token of another subject. */
  refresh(refreshToken: string, subject: string): Promise<RefreshedTokens>;
  /** RFC 7009. `false` when the provider has no such endpoint. */
  revoke(token: string, hint: 'access_token' | 'refresh_token'): Promise<boolean>;
  /** RFC 7662, or else a user-info request; `null` when the provider has neither endpoint. */
  isActive(token: {
    readonly value: string;
    readonly hint: 'access_token' | 'refresh_token';
  }): Promise<boolean | null>;
  /**
   * OpenID Connect Core 5.3; `null` without an endpoint. Throws `GrantEndedError` for a refused token, and
   * another error for another subject.
   */
  userInfo(accessToken: string, subject: string): Promise<oauth.UserInfoResponse | null>;
}

/** `null` without discovery: Auth.js's plain OAuth providers declare no such endpoints. */
export function createGrantClient(
  provider: IdentityProvider,
  options: { send: Fetch; metadata: () => Promise<ProviderMetadata>; allowLoopback: boolean },
): GrantClient | null {
  if (provider.issuer === null) return null;
  const { send, metadata } = options;
  const client: oauth.Client = { client_id: provider.clientId };
  const authentication = toClientAuth(provider.authentication);
  const http = {
    [oauth.customFetch]: (url: string, init: oauth.CustomFetchOptions<string, unknown>) =>
      send(url, init as RequestInit),
    // guarded-fetch.ts allows plain http only to loopback, outside production.
    [oauth.allowInsecureRequests]: options.allowLoopback,
  };

  return {
    async refresh(refreshToken, subject) {
      const as = await metadata();
      const response = await oauth.refreshTokenGrantRequest(as, client, authentication, refreshToken, http);
      try {
        const tokens = await oauth.processRefreshTokenResponse(as, client, response);
        const claims = oauth.getValidatedIdTokenClaims(tokens);
        if (claims && claims.sub !== subject) {
          throw new OutgoingCallError('answer', `${as.issuer} refreshed the grant of another subject`);
        }
        return {
          accessToken: tokens.access_token,
          refreshToken: tokens.refresh_token ?? null,
          expiresIn: tokens.expires_in ?? null,
        };
      } catch (error) {
        if (error instanceof oauth.ResponseBodyError && error.error === 'invalid_grant') {
          throw new GrantEndedError('the provider has ended the grant');
        }
        throw error;
      }
    },

    async revoke(token, hint) {
      const as = await metadata();
      if (!as.revocation_endpoint) return false;
      const response = await oauth.revocationRequest(as, client, authentication, token, {
        ...http,
        additionalParameters: { token_type_hint: hint },
      });
      await oauth.processRevocationResponse(response);
      return true;
    },

    async isActive({ value, hint }) {
      const as = await metadata();
      if (as.introspection_endpoint) {
        const response = await oauth.introspectionRequest(as, client, authentication, value, {
          ...http,
          additionalParameters: { token_type_hint: hint },
        });
        return (await oauth.processIntrospectionResponse(as, client, response)).active;
      }
      if (as.userinfo_endpoint && hint === 'access_token') {
        const response = await oauth.userInfoRequest(as, client, value, http);
        if (response.status === 401) return false;
        return response.ok ? true : null;
      }
      return null;
    },

    async userInfo(accessToken, subject) {
      const as = await metadata();
      if (!as.userinfo_endpoint) return null;
      const response = await oauth.userInfoRequest(as, client, accessToken, http);
      if (response.status === 401)
        throw new GrantEndedError('the provider does not accept the access token any more');
      if (as.issuerTemplate === undefined)
        return oauth.processUserInfoResponse(as, client, subject, response);
      // A tenant's administrator chooses the addresses of its users, so none counts as verified.
      const info = await oauth.processUserInfoResponse(as, client, subjectInTenant(subject), response);
      return { ...info, sub: subject, email_verified: false };
    },
  };
}
