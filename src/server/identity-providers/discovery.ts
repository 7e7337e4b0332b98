import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';
import { z } from 'zod';
import { PROVIDER_KEY_TRUST_MS } from '../../shared/limits.ts';
import type { DocumentCache } from './document-cache.ts';
import { ProviderCallError } from '../net/provider-call-error.ts';

/** What a provider says of itself; its `issuer` is, to the letter, the one that was asked. */
export type ProviderMetadata = AuthorizationServer & {
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
};

export interface Discovery {
  metadata(issuer: string, options?: { anew?: boolean; maxAgeMs?: number }): Promise<ProviderMetadata>;
  /** The key that a token of this issuer names; an unknown one has the key set fetched anew, once in 30 s. */
  keysOf(issuer: string): JWTVerifyGetKey;
  /** Rejects when the key set holds none. */
  countKeys(issuer: string): Promise<number>;
}

const address = z.url({ protocol: /^https?$/ });
/** OpenID Connect Discovery 1.0 section 3, as far as it is used here; what else a provider says stays in it. */
const document = z.looseObject({
  issuer: z.string(),
  authorization_endpoint: address,
  token_endpoint: address,
  jwks_uri: address,
  userinfo_endpoint: address.optional(),
  revocation_endpoint: address.optional(),
  introspection_endpoint: address.optional(),
  registration_endpoint: address.optional(),
  token_endpoint_auth_methods_supported: z.array(z.string()).optional(),
});
const ENDPOINTS = [
  'authorization_endpoint',
  'token_endpoint',
  'jwks_uri',
  'userinfo_endpoint',
  'revocation_endpoint',
  'introspection_endpoint',
  'registration_endpoint',
] as const;
const keySet = z.looseObject({ keys: z.array(z.unknown()) });
const key = z.looseObject({ kty: z.string() });

/** OpenID Connect Discovery 1.0 section 4: appended to the issuer, whose last slash goes. */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

export function createDiscovery(cache: DocumentCache): Discovery {
  const metadata: Discovery['metadata'] = (issuer, options) =>
    cache.get(
      discoveryUrl(issuer),
      (answer) => {
        const read = document.safeParse(answer);
        if (!read.success) {
          const names = [...new Set(read.error.issues.map(({ path }) => String(path[0])))].join(', ');
          throw new ProviderCallError('answer', `the discovery document of ${issuer} lacks a valid ${names}`);
        }
        // Another issuer could hand out tokens in this one's name (RFC 8414 section 3.3, RFC 9207).
        if (read.data.issuer !== issuer) {
          throw new ProviderCallError(
            'answer',
            `the discovery document of ${issuer} is another issuer's: ${read.data.issuer.slice(0, 200)}`,
          );
        }
        // People are sent to one of them with their browser, and secrets to others: none leaves TLS where the issuer has it.
        const plain = ENDPOINTS.find(
          (name) => issuer.startsWith('https:') && read.data[name]?.startsWith('http:'),
        );
        if (plain) throw new ProviderCallError('answer', `the ${plain} of ${issuer} is not https`);
        return read.data as ProviderMetadata;
      },
      options,
    );

  const keySetOf = async (issuer: string, anew: boolean) => {
    // Both are read again in time: a provider takes a key back by leaving it out, or by another address for its key set.
    const maxAgeMs = PROVIDER_KEY_TRUST_MS;
    const { jwks_uri: url } = await metadata(issuer, { maxAgeMs });
    const readKeys = (answer: unknown) => {
      const read = keySet.safeParse(answer);
      if (!read.success) throw new ProviderCallError('answer', `the key set of ${issuer} is not a key set`);
      // RFC 7517 section 5: a key that cannot be read is left out. What is left, even nothing, is what the provider says now.
      const keys = read.data.keys.flatMap((each) => key.safeParse(each).data ?? []);
      return { find: createLocalJWKSet({ keys }), count: keys.length };
    };
    return cache.get(url, readKeys, { anew, maxAgeMs });
  };

  return {
    metadata,
    async countKeys(issuer) {
      const { count } = await keySetOf(issuer, true);
      if (count === 0) throw new ProviderCallError('answer', `the key set of ${issuer} holds no keys`);
      return count;
    },
    keysOf: (issuer) => async (header, token) => {
      const kept = await keySetOf(issuer, false);
      try {
        return await kept.find(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        const renewed = await keySetOf(issuer, true);
        return renewed.find(header, token);
      }
    },
  };
}
