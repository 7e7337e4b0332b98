import { IMPORTED_HASH_MAX_LENGTH } from '../../../shared/limits.ts';

/**
 * A typed password makes the server do this work, so more expensive hashes are refused (decision 035). 128
 * MiB for scrypt's table or argon2's memory, and less than 1 MiB for scrypt's blocks.
 */
const IMPORTED_HASH_MAX_MEMORY_BYTES = 129 * 1024 * 1024;
/** scrypt: r * p. Blocks need time, also without a large table (RFC 7914, section 6). */
const IMPORTED_SCRYPT_MAX_BLOCKS = 1024;
/** scrypt and argon2: memory times passes. */
const IMPORTED_HASH_MAX_WORK_BYTES = 512 * 1024 * 1024;
const IMPORTED_BCRYPT_MAX_COST = 14;
/** PBKDF2: iterations times blocks of the result (RFC 8018, section 5.2). */
const IMPORTED_PBKDF2_MAX_ITERATIONS = 2_000_000;

/**
 * The password hashes of other systems, as an import takes them, and `StoredPassword.hash` until the first
 * sign-in. They are PHC strings (https://github.com/P-H-C/phc-string-format), but bcrypt has its own form.
 * All bytes are Base64 without padding.
 *
 * - `$2b$10$…`, also `$2a$` and `$2y$`
 * - `$argon2id$v=19$m=19456,t=2,p=1$salt$hash`, also `argon2i` and `argon2d`
 * - `$scrypt$ln=14,r=8,p=1$salt$hash`
 * - `$pbkdf2-sha256$i=600000$salt$hash`, also `sha1` and `sha512`
 * - `$firebase-scrypt$ln=14,r=8$salt$separator$signerKey$hash`: scrypt as Firebase changed it
 */
export type ImportedHash =
  | { readonly algorithm: 'bcrypt'; readonly cost: number }
  | { readonly algorithm: 'argon2'; readonly memoryBytes: number; readonly passes: number }
  | (ScryptCost & { readonly algorithm: 'scrypt'; readonly salt: Buffer; readonly hash: Buffer })
  | {
      readonly algorithm: 'pbkdf2';
      readonly digest: 'sha1' | 'sha256' | 'sha512';
      readonly iterations: number;
      readonly salt: Buffer;
      readonly hash: Buffer;
    }
  | (ScryptCost & {
      readonly algorithm: 'firebase-scrypt';
      readonly salt: Buffer;
      readonly signerKey: Buffer;
      readonly hash: Buffer;
    });

interface ScryptCost {
  /** The binary logarithm of N (RFC 7914). */
  readonly ln: number;
  readonly r: number;
  readonly p: number;
}

const BASE64 = '[A-Za-z0-9+/]+';
/** Seven digits at most, so that no number loses precision. */
const NUMBER = '([1-9]\\d{0,6})';
const BCRYPT = /^\$2[aby]\$(0[4-9]|[12]\d|3[01])\$[./A-Za-z0-9]{53}$/;
const ARGON2 = new RegExp(
  `^\\$argon2(?:id|i|d)\\$v=(?:16|19)\\$m=${NUMBER},t=${NUMBER},p=${NUMBER}\\$(${BASE64})\\$(${BASE64})$`,
);
const SCRYPT = new RegExp(`^\\$scrypt\\$ln=${NUMBER},r=${NUMBER},p=${NUMBER}\\$(${BASE64})\\$(${BASE64})$`);
const PBKDF2 = new RegExp(`^\\$pbkdf2-(sha1|sha256|sha512)\\$i=${NUMBER}\\$(${BASE64})\\$(${BASE64})$`);
const FIREBASE = new RegExp(
  `^\\$firebase-scrypt\\$ln=${NUMBER},r=${NUMBER}\\$(${BASE64})\\$(${BASE64})\\$(${BASE64})\\$(${BASE64})$`,
);

/** Shorter results would let many passwords match. Keycloak has the longest ones. */
const HASH_BYTES = { min: 16, max: 128 };
const DIGEST_BYTES = { sha1: 20, sha256: 32, sha512: 64 };
/** The longest log of N whose memory a number can hold. The bounds below are far lower. */
const MAX_LN = 30;

/** `null` when it is in no known form. The parameters may still be too expensive. */
export function parseImportedHash(text: string): ImportedHash | null {
  if (text.length > IMPORTED_HASH_MAX_LENGTH) return null;
  const parsed =
    parseBcrypt(text) ?? parseArgon2(text) ?? parseScrypt(text) ?? parsePbkdf2(text) ?? parseFirebase(text);
  if (!parsed || !('hash' in parsed)) return parsed;
  return isHashLength(parsed.hash) ? parsed : null;
}

/** Algorithm and parameters without the salt. Hashes of one kind cost the same. */
export function kindOfHash(stored: string): string {
  return /^\$(?:2[aby]\$\d\d|argon2\w+\$v=\d+\$[^$]+|[^$]+\$[^$]+)/.exec(stored)?.[0] ?? '';
}

/** The bound in words; `null` when the server spends that much on a guess. */
export function exceededBound(hash: ImportedHash): string | null {
  switch (hash.algorithm) {
    case 'bcrypt':
      return hash.cost > IMPORTED_BCRYPT_MAX_COST ? `a cost of ${IMPORTED_BCRYPT_MAX_COST}` : null;
    case 'pbkdf2':
      return hash.iterations * pbkdf2Blocks(hash) > IMPORTED_PBKDF2_MAX_ITERATIONS
        ? `${IMPORTED_PBKDF2_MAX_ITERATIONS} iterations, times the blocks of the result`
        : null;
    case 'argon2':
      return exceededMemory(hash.memoryBytes, hash.memoryBytes * hash.passes);
    case 'scrypt':
    case 'firebase-scrypt':
      return hash.r * hash.p > IMPORTED_SCRYPT_MAX_BLOCKS
        ? `${IMPORTED_SCRYPT_MAX_BLOCKS} for r times p`
        : exceededMemory(scryptMemory(hash), 128 * hash.r * 2 ** hash.ln * hash.p * triedForms(hash));
  }
}

function exceededMemory(memoryBytes: number, workBytes: number): string | null {
  const inMiB = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
  if (memoryBytes > IMPORTED_HASH_MAX_MEMORY_BYTES)
    return `${inMiB(IMPORTED_HASH_MAX_MEMORY_BYTES)} of memory`;
  return workBytes > IMPORTED_HASH_MAX_WORK_BYTES
    ? `${inMiB(IMPORTED_HASH_MAX_WORK_BYTES)} for the memory times the passes over it`
    : null;
}

/** How many forms of a guess are hashed. Better Auth, which uses scrypt, stored NFKC. Foyer uses NFC. */
export function triedForms({ algorithm }: ImportedHash): 1 | 2 {
  return algorithm === 'scrypt' ? 2 : 1;
}

/** Each block repeats all iterations (RFC 8018, section 5.2). */
function pbkdf2Blocks({ hash, digest }: Extract<ImportedHash, { readonly algorithm: 'pbkdf2' }>): number {
  return Math.ceil(hash.length / DIGEST_BYTES[digest]);
}

/** 128 * N * r, and 128 * r for each of the `p` blocks (RFC 7914, section 2). */
export function scryptMemory({ ln, r, p }: ScryptCost): number {
  return 128 * r * (2 ** ln + p);
}

function parseBcrypt(text: string): ImportedHash | null {
  const [, cost] = BCRYPT.exec(text) ?? [];
  return cost === undefined ? null : { algorithm: 'bcrypt', cost: Number(cost) };
}

function parseArgon2(text: string): ImportedHash | null {
  const [, memory, passes, lanes, salt, hash] = ARGON2.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return null;
  if (bytesOf(salt).length < 8 || !isHashLength(bytesOf(hash))) return null;
  // RFC 9106, section 3.1.
  if (Number(memory) < 8 * Number(lanes)) return null;
  return { algorithm: 'argon2', memoryBytes: Number(memory) * 1024, passes: Number(passes) };
}

function parseScrypt(text: string): ImportedHash | null {
  const [, ln, r, p, salt, hash] = SCRYPT.exec(text) ?? [];
  if (salt === undefined || hash === undefined || Number(ln) > MAX_LN) return null;
  return {
    algorithm: 'scrypt',
    ln: Number(ln),
    r: Number(r),
    p: Number(p),
    salt: bytesOf(salt),
    hash: bytesOf(hash),
  };
}

function parsePbkdf2(text: string): ImportedHash | null {
  const [, digest, iterations, salt, hash] = PBKDF2.exec(text) ?? [];
  if (salt === undefined || hash === undefined) return null;
  return {
    algorithm: 'pbkdf2',
    digest: digest as 'sha1' | 'sha256' | 'sha512',
    iterations: Number(iterations),
    salt: bytesOf(salt),
    hash: bytesOf(hash),
  };
}

function parseFirebase(text: string): ImportedHash | null {
  const [, ln, r, salt, separator, signerKey, hash] = FIREBASE.exec(text) ?? [];
  if (salt === undefined || separator === undefined || signerKey === undefined || hash === undefined)
    return null;
  if (Number(ln) > MAX_LN) return null;
  return {
    algorithm: 'firebase-scrypt',
    ln: Number(ln),
    r: Number(r),
    p: 1,
    salt: Buffer.concat([bytesOf(salt), bytesOf(separator)]),
    signerKey: bytesOf(signerKey),
    hash: bytesOf(hash),
  };
}

function isHashLength({ length }: Buffer): boolean {
  return length >= HASH_BYTES.min && length <= HASH_BYTES.max;
}

function bytesOf(base64: string): Buffer {
  return Buffer.from(base64, 'base64');
}
