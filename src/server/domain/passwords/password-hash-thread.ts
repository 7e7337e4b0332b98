/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { compareSync } from 'bcryptjs';
import { parseImportedHash, scryptMemory, triedForms, type ImportedHash } from './imported-hashes.ts';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Every hash that Foyer makes begins so. An imported one of this algorithm is checked in the same way. */
const OWN_HASH = '$argon2id$';

const readCpuMs = createCpuReader(() => readFileSync('/proc/thread-self/schedstat', 'latin1'));

/** `cpuMs`: the CPU time of the check alone, without the start of the thread. */
export interface HashCheck {
  readonly matches: boolean;
  readonly cpuMs: number;
}

/** Answers a PHC string, or whether the password is the one of `stored`. */
export default function hashPassword(task: HashTask): string | HashCheck {
  if (!('stored' in task)) return hashSync(task.password, task.options);
  const { stored, password } = task;
  const began = readCpuMs();
  const matches = stored.startsWith(OWN_HASH)
    ? verifySync(stored, password)
    : matchesImportedHash(stored, password);
  return { matches, cpuMs: readCpuMs() - began };
}

/**
 * Whether the password is the one of a hash in a form of `imported-hashes.ts`. Foyer brings a password to NFC. For scrypt the
 * form NFKC is tried, too, where it differs (`triedForms`).
 */
function matchesImportedHash(stored: string, password: string): boolean {
  const parsed = parseImportedHash(stored);
  if (!parsed) throw new Error('the stored hash is in no known form');
  const forms = [...new Set([password, password.normalize('NFKC')])].slice(0, triedForms(parsed));
  return forms.some((form) => matchesForm(stored, parsed, form));
}

function matchesForm(stored: string, parsed: ImportedHash, password: string): boolean {
  switch (parsed.algorithm) {
    case 'bcrypt':
      return compareSync(password, stored);
    case 'argon2':
      return verifySync(stored, password);
    case 'pbkdf2': {
      const { salt, iterations, hash, digest } = parsed;
      return timingSafeEqual(pbkdf2Sync(password, salt, iterations, hash.length, digest), hash);
    }
    case 'scrypt':
      return timingSafeEqual(scrypt(password, parsed, parsed.hash.length), parsed.hash);
    case 'firebase-scrypt': {
      // https://github.com/firebase/scrypt: the result of scrypt is a key of AES-256 in counter mode, which encrypts the key of the project.
      const { signerKey, hash } = parsed;
      const cipher = createCipheriv('aes-256-ctr', scrypt(password, parsed, 32), Buffer.alloc(16));
      const encrypted = Buffer.concat([cipher.update(signerKey), cipher.final()]);
      return encrypted.length === hash.length && timingSafeEqual(encrypted, hash);
    }
  }
}

type ScryptHash = Extract<ImportedHash, { readonly salt: Buffer; readonly ln: number }>;

function scrypt(password: string, parsed: ScryptHash, length: number): Buffer {
  const { salt, ln, r, p } = parsed;
  // Node compares the memory with a limit that is lower by default.
  return scryptSync(password, salt, length, { N: 2 ** ln, r, p, maxmem: scryptMemory(parsed) + 1024 * 1024 });
}

/**
 * Answers a reader of the CPU time of this thread, in milliseconds, which other work on a busy machine does not change. Node has a function for it from version
 * 23.9 on. Linux shows it in a file (proc_pid_schedstat(5)). Where there is none, or the kernel has no scheduler statistics and its first number is 0, the time of
 * the clock is read. It is decided once, so that no check has two clocks. The kernel may bring the file up to date only at a tick of its scheduler, about every
 * 4 ms, so a very short check may seem to cost 0.
 */
export function createCpuReader(readStatistics: () => string): () => number {
  const readThreadMs = () => Number(readStatistics().split(' ', 1)[0]) / 1_000_000;
  try {
    if (readThreadMs() > 0) return readThreadMs;
  } catch {
    // The system has no such file.
  }
  return () => performance.now();
}
