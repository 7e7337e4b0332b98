import { calculateJwkThumbprint, importJWK, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { CLIENT_ASSERTION_MAX_AGE_SECONDS } from '../../shared/limits.ts';
import type { ClientAuthenticationMethod } from '../settings/settings.ts';

/** How we show a provider that we are the client we say we are (OpenID Connect Core 9, RFC 7523); `none` leaves it to PKCE. */
export type ClientAuthentication =
  | { readonly method: 'client_secret_basic' | 'client_secret_post'; readonly secret: string }
  | { readonly method: 'private_key_jwt'; readonly key: CryptoKey; readonly keyId: string }
  | { readonly method: 'none' };

/** What is configured or stored; exactly what the method needs is there. */
export interface ClientCredentials {
  readonly method: ClientAuthenticationMethod;
  readonly secret: string | null;
  /** A private key with its `alg`; `kid` where the provider knows it under another name than its RFC 7638 thumbprint. */
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

/** For `oauth4webapi`. What Auth.js sends to the token endpoint is the same, from `auth/providers.ts`. */
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
      // Each assertion has a `jti` of its own.
      return oauth.PrivateKeyJwt(
        { key: authentication.key, kid: authentication.keyId },
        {
          [oauth.modifyAssertion]: (_header, payload) => {
            payload.exp = Number(payload.iat) + CLIENT_ASSERTION_MAX_AGE_SECONDS;
          },
        },
      );
  }
}

/**
 * RFC 6749 2.3.1: both parts form-encoded first. As Auth.js does it, leaving `-_.!~*'()` as they are: the library would encode them too,
 * and providers that forget to decode then see another secret.
 */
function basic(clientId: string, secret: string): string {
  const encode = (text: string) => encodeURIComponent(text).replaceAll('%20', '+');
  return `Basic ${Buffer.from(`${encode(clientId)}:${encode(secret)}`).toString('base64')}`;
}
