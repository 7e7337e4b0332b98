import { randomUUID } from 'node:crypto';
import { createLocalJWKSet, errors, jwtVerify, SignJWT } from 'jose';
import type { JWK, JWTPayload, JWTVerifyOptions } from 'jose';
import { MINUTE_MS } from '../../../shared/limits.ts';
import type { Dependencies } from '../../dependencies.ts';
import { toSeconds } from '../rules/numeric-date.ts';
import type { ReadSession } from './sessions.ts';
import { currentSigningKey, type SigningAlgorithm } from './signing-keys.ts';

/** A service that only checks the signature learns of a revocation this late at most. */
export const JWT_MAX_AGE_MS = 5 * MINUTE_MS;

/** The issuer of all tokens (RFC 8414, 2). */
export function ownIssuer({
  origin,
  basePath,
}: Pick<Dependencies['settings'], 'origin' | 'basePath'>): string {
  return origin + basePath;
}

/** A JWT about the user, which ends with the session at the latest. The times are in seconds. */
export async function signJwt(
  deps: Pick<Dependencies, 'collections' | 'now' | 'settings' | 'vault'>,
  { session, user }: Pick<ReadSession, 'session' | 'user'>,
  token: {
    readonly typ: string;
    readonly alg: SigningAlgorithm;
    readonly audience: string | string[];
    readonly claims: JWTPayload;
  },
): Promise<{ readonly token: string; readonly issuedAt: number; readonly expires: number }> {
  const { typ, alg, audience, claims } = token;
  const { kid, privateKey } = await currentSigningKey(deps, alg);
  const now = deps.now();
  const issuedAt = toSeconds(now);
  const end = Math.min(now.getTime() + JWT_MAX_AGE_MS, session.expires.getTime());
  const expires = toSeconds(new Date(end));
  const signed = await new SignJWT(claims)
    .setProtectedHeader({ alg, typ, kid })
    .setIssuer(ownIssuer(deps.settings))
    .setSubject(user._id.toHexString())
    .setAudience(audience)
    .setIssuedAt(issuedAt)
    .setExpirationTime(expires)
    .setJti(randomUUID())
    .sign(privateKey);
  return { token: signed, issuedAt, expires };
}

/** `null` for a token that is not valid. */
export async function verifyJwt(
  token: string,
  keys: readonly JWK[],
  options: JWTVerifyOptions,
): Promise<JWTPayload | null> {
  try {
    const { payload } = await jwtVerify(token, createLocalJWKSet({ keys: [...keys] }), options);
    return payload;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
