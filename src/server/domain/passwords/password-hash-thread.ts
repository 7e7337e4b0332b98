/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { matchesImportedHash } from './imported-hash-check.ts';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Every hash that Foyer makes begins so. */
const OWN_HASH = '$argon2id$';

/** Answers a PHC string, or whether the password is the one of `stored`. */
export default function hashPassword(task: HashTask): string | boolean {
  if (!('stored' in task)) return hashSync(task.password, task.options);
  if (task.stored.startsWith(OWN_HASH)) return verifySync(task.stored, task.password);
  return matchesImportedHash(task.stored, task.password);
}
