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
  /** The header `typ` says which kind of token it is. All kinds have the same keys and issuer. */
  readonly typ: string;
  readonly requiredClaims: readonly string[];
}

/** The pause between two fetches of the keys for unknown key ids. */
const COOLDOWN_MS = 30_000;
const keySets = new Map<string, { readonly fetch: Fetch | undefined; readonly keys: JWTVerifyGetKey }>();

/**
 * The claims of a token that Foyer signed for this audience, by the public keys alone. Throws what `invalid` makes of the fault of a token, and `FoyerError`
 * `UNAVAILABLE` when the keys cannot be fetched.
 */
export async function verifySignedToken<Claims extends JWTPayload>(
  token: string,
  { audience, typ, requiredClaims }: Expected,
  options: FoyerServerOptions,
  invalid: (cause: unknown) => Error,
): Promise<Claims> {
  // Without one, jose would accept the tokens for all services.
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

/** Otherwise the key set could not be fetched or parsed. */
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
