import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** Format: docs/access-tokens.md. No other signs: a double click does not select across `-` or `+`. */
const ACCESS_TOKEN_PREFIX = 'foyer_pat_';
const SERVICE_KEY_PREFIX = 'foyer_sk_';
/** A token of 256 bits cannot be guessed, so it may be stored as a plain SHA-256. */
const RANDOM_BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** The digits of base 62 that 256 bits and 32 bits need. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;
const RANDOM_AND_CHECKSUM = new RegExp(`^[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function createAccessTokenSecret(): string {
  return createSecret(ACCESS_TOKEN_PREFIX);
}

export function createServiceKeySecret(): string {
  return createSecret(SERVICE_KEY_PREFIX);
}

function createSecret(prefix: string): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const body = prefix + toBase62(random, RANDOM_LENGTH);
  return body + checksumOf(body);
}

/** Checks form and checksum only, without the database. */
export function isAccessToken(text: string): boolean {
  return isSecret(text, ACCESS_TOKEN_PREFIX);
}

/** Checks form and checksum only, without the database. */
export function isServiceKey(text: string): boolean {
  return isSecret(text, SERVICE_KEY_PREFIX);
}

function isSecret(text: string, prefix: string): boolean {
  if (!text.startsWith(prefix) || !RANDOM_AND_CHECKSUM.test(text.slice(prefix.length))) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(body);
}

/** Prefix and last characters, which belong to the checksum, for lists: the token is not stored. */
export function accessTokenHint(lastFour: string): string {
  return `${ACCESS_TOKEN_PREFIX}…${lastFour}`;
}

export function serviceKeyHint(lastFour: string): string {
  return `${SERVICE_KEY_PREFIX}…${lastFour}`;
}

/** CRC-32 (ISO-HDLC, as in zip and PNG). It detects typing errors; it is no secret. */
function checksumOf(body: string): string {
  return toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let remaining = value; remaining > 0n; remaining /= 62n)
    digits = (DIGITS[Number(remaining % 62n)] ?? '') + digits;
  return digits.padStart(length, '0');
}
