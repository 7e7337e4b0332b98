import { createLocalJWKSet, errors, type JWTVerifyGetKey } from 'jose';
import type { AuthorizationServer } from 'oauth4webapi';
import { z } from 'zod';
import { MINUTE_MS } from '../../shared/limits.ts';
import type { DocumentCache } from './document-cache.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';
import { issuerTemplateOf, signsFor, type Tenant } from './tenants.ts';

/** How long a key that the provider removed is trusted, while the provider answers. */
const PROVIDER_KEY_TRUST_MS = 10 * MINUTE_MS;

/** Its `issuer` equals the requested issuer exactly. */
export type ProviderMetadata = AuthorizationServer & {
  /** The template of the issuers of all tenants; missing for a provider that is one issuer. */
  readonly issuerTemplate?: string | undefined;
  readonly authorization_endpoint: string;
  readonly token_endpoint: string;
  readonly jwks_uri: string;
};

export interface Discovery {
  metadata(issuer: string, options?: { refetch?: boolean; maxAgeMs?: number }): Promise<ProviderMetadata>;
  /** An unknown key id refetches the key set, at most once in 30 s. Keys of other tenants do not count. */
  keysOf(issuer: string, tenant?: Tenant | null): JWTVerifyGetKey;
  /** Fetches the key set. Rejects when it has no keys. */
  countKeys(issuer: string): Promise<number>;
}

const address = z.url({ protocol: /^https?$/ });
/** The used fields of OpenID Connect Discovery 1.0 section 3; other fields stay. */
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

/** Appended to the issuer without its trailing slash (OpenID Connect Discovery 1.0 section 4). */
export function discoveryUrl(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

export function createDiscovery(cache: DocumentCache): Discovery {
  const metadata: Discovery['metadata'] = (issuer, options) =>
    cache.get(
      discoveryUrl(issuer),
      (answer) => {
        const parsed = document.safeParse(answer);
        if (!parsed.success) {
          const names = [...new Set(parsed.error.issues.map(({ path }) => String(path[0])))].join(', ');
          throw new OutgoingCallError('answer', `the discovery document of ${issuer} lacks a valid ${names}`);
        }
        // Otherwise another issuer could issue tokens in this one's name (RFC 8414 section 3.3, RFC 9207).
        const hasTenants = parsed.data.issuer === issuerTemplateOf(issuer);
        if (parsed.data.issuer !== issuer && !hasTenants) {
          throw new OutgoingCallError(
            'answer',
            `the discovery document of ${issuer} is another issuer's: ${parsed.data.issuer.slice(0, 200)}`,
          );
        }
        // Browsers and secrets go to these endpoints, so all need https when the issuer has it.
        const plainEndpoint = ENDPOINTS.find(
          (name) => issuer.startsWith('https:') && parsed.data[name]?.startsWith('http:'),
        );
        if (plainEndpoint)
          throw new OutgoingCallError('answer', `the ${plainEndpoint} of ${issuer} is not https`);
        const issuerTemplate = hasTenants ? parsed.data.issuer : undefined;
        return { ...parsed.data, issuer, issuerTemplate } as ProviderMetadata;
      },
      options,
    );

  const keySetOf = async (issuer: string, refetch: boolean) => {
    // A provider withdraws a key by removing it or by moving its key set, so both are fetched again.
    const maxAgeMs = PROVIDER_KEY_TRUST_MS;
    const { jwks_uri: url } = await metadata(issuer, { maxAgeMs });
    const readKeys = (answer: unknown) => {
      const parsed = keySet.safeParse(answer);
      if (!parsed.success) throw new OutgoingCallError('answer', `the key set of ${issuer} is not a key set`);
      // RFC 7517 section 5: unreadable keys are ignored. The others count, even when there are none.
      const keys = parsed.data.keys.flatMap((each) => key.safeParse(each).data ?? []);
      return {
        find: createLocalJWKSet({ keys }),
        findOf: (tenant: Tenant) =>
          createLocalJWKSet({ keys: keys.filter((each) => signsFor(each, tenant)) }),
        count: keys.length,
      };
    };
    return cache.get(url, readKeys, { refetch, maxAgeMs });
  };

  return {
    metadata,
    async countKeys(issuer) {
      const { count } = await keySetOf(issuer, true);
      if (count === 0) throw new OutgoingCallError('answer', `the key set of ${issuer} has no keys`);
      return count;
    },
    keysOf: (issuer, tenant) => async (header, token) => {
      const find = async (refetch: boolean) => {
        const keys = await keySetOf(issuer, refetch);
        return tenant ? keys.findOf(tenant) : keys.find;
      };
      try {
        return await (
          await find(false)
        )(header, token);
      } catch (error) {
        if (!(error instanceof errors.JWKSNoMatchingKey)) throw error;
        return (await find(true))(header, token);
      }
    },
  };
}
