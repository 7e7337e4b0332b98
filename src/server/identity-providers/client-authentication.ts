import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import type { ClientAuthenticationMethod } from '../settings/settings.ts';

export const SENT_ASSERTION_MAX_AGE_SECONDS = 60;

/** OpenID Connect Core 9, RFC 7523. With `none` only PKCE protects the code. */
export type ClientAuthentication =
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly secret: string }
  | { readonly method: 'private_key_jwt'; readonly key: CryptoKey; readonly keyId: string }
  | { readonly method: 'none' };

/** `secret` and `privateKey` are set exactly when the method needs them. */
export interface ClientCredentials {
  readonly method: ClientAuthenticationMethod;
  readonly secret: string | null;
  /** With its `alg`, and a `kid` when the provider's key id is not the RFC 7638 thumbprint. */
  readonly privateKey: JWK | null;
}

export async function toClientAuthentication(credentials: ClientCredentials): Promise<ClientAuthentication> {
  const { method, secret, privateKey } = credentials;
  if (method === 'none') return { method };
  if (method === 'private_key_jwt') {
    if (!privateKey) throw new TypeError('private_key_jwt needs a private key');
    const key = await importJWK(privateKey, privateKey.alg ?? 'RS256', { extractable: false });
    if (!(key instanceof CryptoKey)) throw new TypeError('a private key is asymmetric');
    return { method, key, keyId: privateKey.kid ?? (await calculateJwkThumbprint(privateKey)) };
  }
  if (secret === null) throw new TypeError(`${method} needs a client secret`);
  return { method, secret };
}

/** For `oauth4webapi`. `auth/providers.ts` configures the same for Auth.js's token request. */
export function toClientAuth(authentication: ClientAuthentication): oauth.ClientAuth {
  switch (authentication.method) {
    case 'none':
      return oauth.None();
    case 'client_secret_post':
      return oauth.ClientSecretPost(authentication.secret);
    case 'client_secret_basic':
      return (_as, client, _body, headers) =>
        headers.set('authorization', basic(client.client_id, authentication.secret));
    case 'private_key_jwt':
      return oauth.PrivateKeyJwt(
        { key: authentication.key, kid: authentication.keyId },
        {
          [oauth.modifyAssertion]: (_header, payload) => {
            payload.exp = Number(payload.iat) + SENT_ASSERTION_MAX_AGE_SECONDS;
          },
        },
      );
  }
}

/** Form-encoded (RFC 6749 2.3.1), but not `-_.!~*'()`, as in Auth.js: some providers do not decode. */
function basic(clientId: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}`;
}
