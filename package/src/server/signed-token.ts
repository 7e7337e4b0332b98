import {
  createRemoteJWKSet,
  customFetch,
  errors,
  jwtVerify,
  type JWTPayload,
  type JWTVerifyGetKey,
} from 'jose';
import { FoyerError } from '../foyer-error.ts';
import { DEFAULT_TIMEOUT_MS, toBase, type Fetch } from '../http.ts';
import { fetchOf, type FoyerServerOptions } from './get-session.ts';

interface Expected {
  readonly audience: string;
  /** All kinds of token have the same keys and issuer. The header `typ` tells them apart. */
  readonly typ: string;
  readonly requiredClaims: readonly string[];
}

/** The minimum pause between two fetches for unknown key ids. */
const COOLDOWN_MS = 30_000;
const keySets = new Map<string, { readonly fetch: Fetch | undefined; readonly keys: JWTVerifyGetKey }>();

/** Throws what `invalid` returns, and `FoyerError` `UNAVAILABLE` when the public keys cannot be fetched. */
export async function verifySignedToken<Claims extends JWTPayload>(
  token: string,
  { audience, typ, requiredClaims }: Expected,
  options: FoyerServerOptions,
  invalid: (cause: unknown) => Error,
): Promise<Claims> {
  // Without an audience, jose accepts the tokens of all services.
  if (typeof audience !== 'string' || audience === '')
    throw new TypeError('audience names the service whose tokens are accepted');
  const url = toBase(options.url);
  const issuer = toBase(options.origin ?? url);
  try {
    const { payload } = await jwtVerify<Claims>(token, keysOf(url, issuer, options), {
      // Two names of the same algorithm (RFC 8037, RFC 9864).
      algorithms: ['EdDSA', 'Ed25519'],
      issuer,
      audience,
      typ,
      requiredClaims: [...requiredClaims],
    });
    return payload;
  } catch (cause) {
    throw isTokenFault(cause) ? invalid(cause) : new FoyerError('UNAVAILABLE', { cause });
  }
}

function keysOf(url: string, issuer: string, options: FoyerServerOptions): JWTVerifyGetKey {
  const { timeoutMs = DEFAULT_TIMEOUT_MS } = options;
  const name = `${url} ${issuer} ${timeoutMs}`;
  const cached = keySets.get(name);
  if (cached && cached.fetch === options.fetch) return cached.keys;
  const fetch = fetchOf(options);
  const keys = createRemoteJWKSet(new URL(`${url}/.well-known/jwks.json`), {
    timeoutDuration: timeoutMs,
    cooldownDuration: COOLDOWN_MS,
    [customFetch]: (address: string, init: RequestInit) => fetch(address, init),
  });
  keySets.set(name, { fetch: options.fetch, keys });
  return keys;
}

/** Other errors mean that the key set could not be read. */
function isTokenFault(error: unknown): boolean {
  return (
    error instanceof errors.JWTInvalid ||
    error instanceof errors.JWSInvalid ||
    error instanceof errors.JWTExpired ||
    error instanceof errors.JWTClaimValidationFailed ||
    error instanceof errors.JWSSignatureVerificationFailed ||
    error instanceof errors.JOSEAlgNotAllowed ||
    error instanceof errors.JOSENotSupported ||
    error instanceof errors.JWKSNoMatchingKey
  );
}
