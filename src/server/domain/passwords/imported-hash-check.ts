/** Runs in the threads of `password-hashing.ts`, because each check takes tens of milliseconds. */
import { createCipheriv, pbkdf2Sync, scryptSync, timingSafeEqual } from 'node:crypto';
import { verifySync } from '@node-rs/argon2';
import { compareSync } from 'bcryptjs';
import { parseImportedHash, scryptMemory, triedForms, type ImportedHash } from './imported-hashes.ts';

/**
 * Whether the password is the one of a hash in a form of `imported-hashes.ts`. Foyer brings a password to NFC. For scrypt the
 * form NFKC is tried, too, where it differs (`triedForms`).
 */
export function matchesImportedHash(stored: string, password: string): boolean {
  const parsed = parseImportedHash(stored);
  if (!parsed) throw new Error('the stored hash is in no known form');
  const forms = [...new Set([password, password.normalize('NFKC')])].slice(0, triedForms(parsed));
  return forms.some((form) => matches(stored, parsed, form));
}

function matches(stored: string, parsed: ImportedHash, password: string): boolean {
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
