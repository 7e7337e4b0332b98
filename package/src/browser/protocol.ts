import {
  allowInsecureRequests,
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  calculatePKCECodeChallenge,
  clockTolerance,
  customFetch,
  discoveryRequest,
  getValidatedIdTokenClaims,
  None,
  OperationProcessingError,
  PARSE_ERROR,
  processAuthorizationCodeResponse,
  processDiscoveryResponse,
  processRefreshTokenResponse,
  processRevocationResponse,
  refreshTokenGrantRequest,
  RESPONSE_IS_NOT_CONFORM,
  RESPONSE_IS_NOT_JSON,
  ResponseBodyError,
  revocationRequest,
  validateAuthResponse,
  type AuthorizationServer,
  type Client,
  type TokenEndpointResponse,
} from 'oauth4webapi';
import { OAuthError } from './oauth-error.ts';
import type { PendingSignIn } from './pending-sign-in.ts';
import type { Tab } from './tab.ts';
import type { BrowserClaims, Tokens } from './tokens.ts';

const TIMEOUT_MS = 10_000;
/** Clocks of browsers are often wrong. The nonce excludes old tokens. */
const CLOCK_TOLERANCE_SECONDS = 300;

interface ProtocolOptions {
  readonly issuer: URL;
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope: string;
  readonly resources: readonly string[];
}

/** The calls of OAuth 2.0 and OpenID Connect. They throw `OAuthError`. */
export function createProtocol(
  { issuer, clientId, redirectUri, scope, resources }: ProtocolOptions,
  tab: Pick<Tab, 'fetch' | 'now'>,
) {
  const client: Client = { client_id: clientId, [clockTolerance]: CLOCK_TOLERANCE_SECONDS };
  const request = () => ({
    [customFetch]: (url: string, init: object) => tab.fetch(url, init),
    // `createBrowserClient` allows http for this machine only.
    [allowInsecureRequests]: issuer.protocol === 'http:',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });

  let metadata: Promise<AuthorizationServer> | null = null;
  /** Foyer's metadata (RFC 8414). A failure is not kept. */
  function discover(): Promise<AuthorizationServer> {
    metadata ??= asOAuthError(async () =>
      processDiscoveryResponse(issuer, await discoveryRequest(issuer, { ...request(), algorithm: 'oauth2' })),
    ).catch((error: unknown) => {
      metadata = null;
      throw error;
    });
    return metadata;
  }

  function toTokens(answer: TokenEndpointResponse, former: Tokens | null, version: number): Tokens {
    const claims = (getValidatedIdTokenClaims(answer) as BrowserClaims | undefined) ?? former?.claims;
    // A refresh must be of the same user (OpenID Connect Core, 12.2).
    if (!claims || (former && claims.sub !== former.claims.sub)) throw new OAuthError('ANSWER_INVALID');
    return {
      accessToken: answer.access_token,
      refreshToken: answer.refresh_token ?? former?.refreshToken,
      expiresAt: tab.now() + (answer.expires_in ?? 0) * 1000,
      claims,
      version,
    };
  }

  return {
    async authorizationAddress(pending: PendingSignIn, parameters: Record<string, string>): Promise<URL> {
      const { authorization_endpoint: endpoint } = await discover();
      if (!endpoint) throw new OAuthError('ANSWER_INVALID');
      const address = new URL(endpoint);
      const all = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: redirectUri,
        scope,
        state: pending.state,
        nonce: pending.nonce,
        code_challenge: await calculatePKCECodeChallenge(pending.verifier),
        code_challenge_method: 'S256',
        ...parameters,
      };
      for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
      for (const resource of resources) address.searchParams.append('resource', resource);
      return address;
    },

    /** Exchanges the code for tokens. Checks `state`, `iss` (RFC 9207) and `nonce`. */
    async redeem(answer: URL, pending: PendingSignIn): Promise<Tokens> {
      const server = await discover();
      return asOAuthError(async () => {
        const checked = validateAuthResponse(server, client, answer, pending.state);
        const response = await authorizationCodeGrantRequest(
          server,
          client,
          None(),
          checked,
          redirectUri,
          pending.verifier,
          request(),
        );
        const tokens = await processAuthorizationCodeResponse(server, client, response, {
          expectedNonce: pending.nonce,
          requireIdToken: true,
          ...(pending.maxAge === undefined ? {} : { maxAge: pending.maxAge }),
        });
        return toTokens(tokens, null, tab.now());
      });
    },

    async refresh(former: Tokens & { readonly refreshToken: string }): Promise<Tokens> {
      const server = await discover();
      return asOAuthError(async () => {
        const response = await refreshTokenGrantRequest(
          server,
          client,
          None(),
          former.refreshToken,
          request(),
        );
        return toTokens(
          await processRefreshTokenResponse(server, client, response),
          former,
          former.version + 1,
        );
      });
    },

    /** Ends the session of the app (RFC 7009). */
    async revoke(refreshToken: string): Promise<void> {
      const server = await discover();
      await asOAuthError(async () =>
        processRevocationResponse(await revocationRequest(server, client, None(), refreshToken, request())),
      );
    },
  };
}

const OUTAGES = new Set(['temporarily_unavailable', 'server_error']);
/** Answers from something else, such as a proxy. */
const NOT_FOYER = new Set([RESPONSE_IS_NOT_CONFORM, RESPONSE_IS_NOT_JSON, PARSE_ERROR]);

async function asOAuthError<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    throw toOAuthError(cause);
  }
}

function toOAuthError(cause: unknown): OAuthError {
  if (cause instanceof OAuthError) return cause;
  if (cause instanceof ResponseBodyError || cause instanceof AuthorizationResponseError) {
    const { error: reason, error_description: description } = cause;
    const isOutage =
      OUTAGES.has(reason) || (cause instanceof ResponseBodyError && isOutageStatus(cause.status));
    return new OAuthError(isOutage ? 'UNAVAILABLE' : 'REFUSED', { reason, description, cause });
  }
  if (cause instanceof OperationProcessingError && !NOT_FOYER.has(cause.code ?? ''))
    return new OAuthError('ANSWER_INVALID', { cause });
  return new OAuthError('UNAVAILABLE', { cause });
}

function isOutageStatus(status: number): boolean {
  return status === 429 || status >= 500;
}
