import { createHash, createHmac, hkdfSync, randomBytes, randomInt } from 'node:crypto';
import { SESSION_TOKEN_BYTES, VERIFICATION_CODE_DIGITS } from '../shared/limits.ts';

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

/** Keyed, and bound to what it was made for: a million plain hashes of six digits are computed in a second. */
export function hashCode(identifier: string, code: string, authSecret: string): string {
  return createHmac('sha256', deriveKey(authSecret, 'verification code'))
    .update(`${identifier}\n${code}`)
    .digest('base64url');
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
