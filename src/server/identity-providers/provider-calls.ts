import type { Log } from '../log/log-lines.ts';
import { PICTURE_MAX_BYTES, PICTURE_TYPES } from '../../shared/limits.ts';
import { createDiscovery, type Discovery } from './discovery.ts';
import { createDocumentCache } from './document-cache.ts';
import { createGrantClient, type GrantClient } from './grant-client.ts';
import { createGuardedFetch } from '../net/guarded-fetch.ts';
import type { Fetch } from '../net/transport.ts';
import type { Resolve } from '../net/addresses.ts';
import type { IdentityProvider } from './registry.ts';
import { createSingleFlight, type SingleFlight } from '../net/single-flight.ts';
import { createSignInFetch, withoutIdTokens, withVerifiedIdTokens } from './verified-answers.ts';
import { createWebFinger, type WebFinger } from './web-finger.ts';

/** One guarded fetch and one cache for all calls to identity providers. */
export interface ProviderCalls {
  readonly send: Fetch;
  /** Fetches pictures from any public address, with the same guard; accepts only pictures. */
  readonly sendForPicture: Fetch;
  /** By picture id. */
  readonly fetchingPictures: SingleFlight<Uint8Array | null>;
  readonly discovery: Discovery;
  readonly webFinger: WebFinger;
  /** By issuer. */
  readonly registering: SingleFlight<IdentityProvider | null>;
  /** The `fetch` that Auth.js uses for this provider. */
  signInFetch(provider: IdentityProvider): Fetch;
  /** `null` for a provider without discovery. */
  grantClient(provider: IdentityProvider): GrantClient | null;
}

export function createProviderCalls(options: {
  allowLoopback: boolean;
  log: Pick<Log, 'warn' | 'info'>;
  fetch?: Fetch;
  resolve?: Resolve;
  /** The clock of the caches, in milliseconds since 1970. */
  now?: () => number;
  /** The origin that answers WebFinger for a domain, when it is not the domain itself. */
  webFingerOrigins?: ReadonlyMap<string, string>;
}): ProviderCalls {
  const { allowLoopback, log, webFingerOrigins } = options;
  const send = createGuardedFetch(options);
  const sendForPicture = createGuardedFetch({
    ...options,
    answers: { maxBytes: PICTURE_MAX_BYTES, acceptsType: (type) => PICTURE_TYPES.includes(type) },
  });
  const clock = options.now ? { now: options.now } : {};
  const cache = createDocumentCache(send, {
    ...clock,
    onStale: (url, error) =>
      log.warn(
        { err: error, host: new URL(url).host },
        'a provider’s document cannot be fetched; the cached one is used',
      ),
  });
  const discovery = createDiscovery(cache);
  const webFinger = createWebFinger(send, {
    ...clock,
    ...(webFingerOrigins ? { origins: webFingerOrigins } : {}),
    onFailure: (domain, error) => log.info({ err: error, domain }, 'a domain does not answer WebFinger'),
  });
  return {
    send,
    sendForPicture,
    fetchingPictures: createSingleFlight(),
    discovery,
    webFinger,
    registering: createSingleFlight(),
    signInFetch: ({ issuer, clientId }) =>
      issuer === null ? withoutIdTokens(send) : createSignInFetch(send, discovery, { issuer, clientId }),
    grantClient(provider) {
      const { issuer, clientId } = provider;
      if (issuer === null) return null;
      return createGrantClient(provider, {
        send: withVerifiedIdTokens(send, discovery, { issuer, clientId }),
        allowLoopback,
        metadata: () => discovery.metadata(issuer),
      });
    },
  };
}
