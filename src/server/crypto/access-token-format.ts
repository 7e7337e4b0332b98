import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';

/**
 * `foyer_pat_`, 43 characters of randomness and 6 of checksum, as docs/access-tokens.md tells the makers of secret scanners. The letters and
 * digits alone have no `-` or `+`, so that a double click selects the whole token.
 */
const PREFIX = 'foyer_pat_';
/** 256 bits: of a token as strong as a session's, which need not be guarded against guessing, a plain SHA-256 may be stored. */
const RANDOM_BYTES = 32;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** As many digits of base 62 as 256 bits and 32 bits need. */
const RANDOM_LENGTH = 43;
const CHECKSUM_LENGTH = 6;

const PATTERN = new RegExp(`^${PREFIX}[0-9A-Za-z]{${RANDOM_LENGTH + CHECKSUM_LENGTH}}$`);

export function createAccessTokenSecret(): string {
  const random = BigInt(`0x${randomBytes(RANDOM_BYTES).toString('hex')}`);
  const body = PREFIX + toBase62(random, RANDOM_LENGTH);
  return body + checksumOf(body);
}

/** Whether it is one that we may have made: form and checksum, without asking anybody. */
export function isAccessToken(text: string): boolean {
  if (!PATTERN.test(text)) return false;
  const body = text.slice(0, -CHECKSUM_LENGTH);
  return text.slice(-CHECKSUM_LENGTH) === checksumOf(body);
}

/** How a token is shown where the token itself is not: its prefix and its last characters, which are of the checksum. */
export function accessTokenHint(lastFour: string): string {
  return `${PREFIX}…${lastFour}`;
}

/** CRC-32 (ISO-HDLC, as in zip and PNG) of all that stands before it. It tells a typing error from a token, and keeps nothing secret. */
function checksumOf(body: string): string {
  return toBase62(BigInt(crc32(body)), CHECKSUM_LENGTH);
}

function toBase62(value: bigint, length: number): string {
  let digits = '';
  for (let rest = value; rest > 0n; rest /= 62n) digits = (DIGITS[Number(rest % 62n)] ?? '') + digits;
  return digits.padStart(length, '0');
}
