/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { matchesImportedHash } from './imported-hash-check.ts';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Every hash that Foyer makes begins so. An imported one of this algorithm is checked in the same way. */
const OWN_HASH = '$argon2id$';

/** `spentMs`: the time of the check alone, without the start of the thread. */
export interface HashCheck {
  readonly matches: boolean;
  readonly spentMs: number;
}

/** Answers a PHC string, or whether the password is the one of `stored`. */
export default function hashPassword(task: HashTask): string | HashCheck {
  if (!('stored' in task)) return hashSync(task.password, task.options);
  const { stored, password } = task;
  const began = performance.now();
  const matches = stored.startsWith(OWN_HASH)
    ? verifySync(stored, password)
    : matchesImportedHash(stored, password);
  return { matches, spentMs: performance.now() - began };
}
