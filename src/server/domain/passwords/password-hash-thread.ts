/** Runs in the threads of `password-hashing.ts`. */
import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { compareSync } from 'bcryptjs';
import { parseImportedHash, scryptMemory, triedForms, type ImportedHash } from './imported-hashes.ts';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Every hash that Foyer makes begins so. An imported argon2id hash is checked in the same way. */
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

/** Foyer normalizes passwords to NFC. scrypt also tries NFKC where it differs (`triedForms`). */
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
      // https://github.com/firebase/scrypt: the result is an AES-256-CTR key that encrypts the project's key.
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
  // Node's own limit is lower.
  return scryptSync(password, salt, length, { N: 2 ** ln, r, p, maxmem: scryptMemory(parsed) + 1024 * 1024 });
}

/**
 * The CPU time of this thread in milliseconds, which other work does not change (proc_pid_schedstat(5); Node
 * has a function from 23.9 on). Without the file or its statistics, the clock is read. All checks use the
 * same clock. The kernel may update the file every 4 ms only, so a short check may cost 0.
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
