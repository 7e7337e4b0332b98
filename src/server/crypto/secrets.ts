import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { SESSION_TOKEN_BYTES, VERIFICATION_CODE_DIGITS } from '../../shared/limits.ts';

/** `AUTH_SECRET` makes everything new. `AUTH_SECRET_PREVIOUS` still reads what was made before the secret was changed. */
export interface Secrets {
  readonly authSecret: string;
  readonly previousAuthSecret: string | null;
}

/** Every secret under which something that is still open may have been made; the present one first. */
export function secretsOf({ authSecret, previousAuthSecret }: Secrets): readonly [string, ...string[]] {
  return previousAuthSecret === null ? [authSecret] : [authSecret, previousAuthSecret];
}

/** 256 random bits, base64url. */
export function createToken(): string {
  return randomBytes(SESSION_TOKEN_BYTES).toString('base64url');
}

/** Uniform over all codes, leading zeros included. */
export function createCode(): string {
  return String(randomInt(10 ** VERIFICATION_CODE_DIGITS)).padStart(VERIFICATION_CODE_DIGITS, '0');
}

/** Consonants that are not read for a digit or for one another; no vowel, so that no word comes about (RFC 8628, section 6.1). */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Eight letters that a person reads from one screen and types at another, 34 bits: `BCDF-GHJK`. */
export function createUserCode(): string {
  const letters = Array.from({ length: 8 }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** SHA-256, base64url: enough for a token of 256 random bits, which cannot be guessed from its hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** The hash that Auth.js stores for a mail's token (SHA-256 of token and secret, hex), so that either door consumes the same row. */
export function hashVerificationToken(token: string, authSecret: string): string {
  return createHash('sha256').update(`${token}${authSecret}`).digest('hex');
}

/** The hashes that this token may be stored under. */
export function hashesOfVerificationToken(token: string, secrets: Secrets): string[] {
  return secretsOf(secrets).map((secret) => hashVerificationToken(token, secret));
}

/** Keyed, and bound to what it was made for: a million plain hashes of six digits are computed in a second. */
export function hashCode(identifier: string, code: string, authSecret: string): string {
  return createHmac('sha256', deriveKey(authSecret, 'verification code'))
    .update(`${identifier}\n${code}`)
    .digest('base64url');
}

/** The hashes that this code may be stored under. */
export function hashesOfCode(identifier: string, code: string, secrets: Secrets): string[] {
  return secretsOf(secrets).map((secret) => hashCode(identifier, code, secret));
}

/** Whether the code is the one that was hashed. It takes as long whether it is or not. */
export function isCode(codeHash: string, identifier: string, code: string, secrets: Secrets): boolean {
  return hashesOfCode(identifier, code, secrets).some((hash) => isEqual(hash, codeHash));
}

/** Compares without telling by its time how far two texts agree. */
export function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const derivedKeys = new Map<string, Uint8Array>();

/** A key of its own for each purpose (HKDF-SHA-256, RFC 5869), 32 bytes. Nobody changes it: it is derived once. */
export function deriveKey(authSecret: string, purpose: string): Uint8Array {
  const name = `${purpose}\n${authSecret}`;
  let key = derivedKeys.get(name);
  if (!key)
    derivedKeys.set(name, (key = new Uint8Array(hkdfSync('sha256', authSecret, '', `foyer ${purpose}`, 32))));
  return key;
}
