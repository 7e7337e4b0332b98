import { createHash, createHmac, hkdfSync, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { VERIFICATION_CODE_DIGITS } from '../../shared/limits.ts';
import type { KeptPurpose, KeyPurpose } from './secret-purposes.ts';

/** Only the SHA-256 of a session token is stored. */
const SESSION_TOKEN_BYTES = 32;
const WEBHOOK_SECRET_PREFIX = 'whsec_';

/**
 * New values use `AUTH_SECRET`. `AUTH_SECRET_PREVIOUS` only checks and opens values from before a change, or
 * of processes that changed earlier.
 */
export interface Secrets {
  readonly authSecret: string;
  readonly previousAuthSecret: string | null;
}

/** Keys that `foyer-server rotate-secrets` kept. They only check values. */
export type FormerKeys = Readonly<Record<KeptPurpose, readonly Uint8Array[]>>;

/** The secrets that a valid value may come from; the present one first. */
export function secretsOf({ authSecret, previousAuthSecret }: Secrets): readonly [string, ...string[]] {
  return previousAuthSecret === null ? [authSecret] : [authSecret, previousAuthSecret];
}

/** 256 random bits, base64url. */
export function createToken(): string {
  return randomBytes(SESSION_TOKEN_BYTES).toString('base64url');
}

/** 256 random bits, in the form of Standard Webhooks ("signature scheme"). */
export function createWebhookSecret(): string {
  return `${WEBHOOK_SECRET_PREFIX}${randomBytes(32).toString('base64')}`;
}

export function webhookSecretHint(lastFour: string): string {
  return `${WEBHOOK_SECRET_PREFIX}…${lastFour}`;
}

/** Uniformly random, with leading zeros. */
export function createCode(): string {
  return String(randomInt(10 ** VERIFICATION_CODE_DIGITS)).padStart(VERIFICATION_CODE_DIGITS, '0');
}

/** Consonants that look like no digit or other letter. Without vowels no words appear (RFC 8628, 6.1). */
const USER_CODE_LETTERS = 'BCDFGHJKLMNPQRSTVWXZ';

/** Eight letters, 34 bits, to be typed from another screen: `BCDF-GHJK`. */
export function createUserCode(): string {
  const letters = Array.from({ length: 8 }, () => USER_CODE_LETTERS[randomInt(USER_CODE_LETTERS.length)]);
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** Without I, L, O and U, which look like digits or other letters (Crockford's Base32). */
const RECOVERY_CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const RECOVERY_CODE_GROUPS = 6;

/** 24 letters, 120 bits, in groups of four: `0AB1-…`. */
export function createRecoveryCode(): string {
  const createGroup = () =>
    Array.from({ length: 4 }, () => RECOVERY_CODE_LETTERS[randomInt(RECOVERY_CODE_LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODE_GROUPS }, createGroup).join('-');
}

/** SHA-256, base64url. It suffices for 256 random bits, which cannot be guessed from their hash. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/** SHA-256 of token and secret, hex, as Auth.js stores it. */
export function hashVerificationToken(token: string, authSecret: string): string {
  return createHash('sha256').update(`${token}${authSecret}`).digest('hex');
}

export function hashesOfVerificationToken(token: string, secrets: Secrets): string[] {
  return secretsOf(secrets).map((secret) => hashVerificationToken(token, secret));
}

/** HMAC with a key, because the plain hashes of all six-digit codes can be computed in a second. */
export function hashCode(identifier: string, code: string, authSecret: string): string {
  return createHmac('sha256', deriveKey(authSecret, 'verification code'))
    .update(`${identifier}\n${code}`)
    .digest('base64url');
}

export function hashesOfCode(identifier: string, code: string, secrets: Secrets): string[] {
  return secretsOf(secrets).map((secret) => hashCode(identifier, code, secret));
}

/** HMAC with a key, because external ids, such as `crm-1001`, can be guessed. */
export function hashExternalId(externalId: string, authSecret: string): string {
  return hashWithKey(deriveKey(authSecret, 'deleted external id'), externalId);
}

export function hashesOfExternalId(externalId: string, secrets: Secrets, formerKeys: FormerKeys): string[] {
  return validKeys('deleted external id', secrets, formerKeys).map((key) => hashWithKey(key, externalId));
}

export function hashWithKey(key: Uint8Array, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** Compares in constant time. */
export function isCode(codeHash: string, identifier: string, code: string, secrets: Secrets): boolean {
  return hashesOfCode(identifier, code, secrets).some((hash) => isEqual(hash, codeHash));
}

/** Compares in constant time, so that the duration does not reveal a common prefix. */
export function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const derivedKeys = new Map<string, Uint8Array>();

/** One key of 32 bytes per purpose (HKDF-SHA-256, RFC 5869). It is cached; callers must not change it. */
export function deriveKey(authSecret: string, purpose: KeyPurpose): Uint8Array {
  const name = `${purpose}\n${authSecret}`;
  let key = derivedKeys.get(name);
  if (!key)
    derivedKeys.set(name, (key = new Uint8Array(hkdfSync('sha256', authSecret, '', `foyer ${purpose}`, 32))));
  return key;
}

/** The keys that a valid value of a long-lived purpose may come from; the present one first. */
export function validKeys(
  purpose: KeptPurpose,
  secrets: Secrets,
  formerKeys: FormerKeys,
): readonly Uint8Array[] {
  return [...secretsOf(secrets).map((secret) => deriveKey(secret, purpose)), ...formerKeys[purpose]];
}
