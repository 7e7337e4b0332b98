/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { hashSync, verifySync, type Options } from '@node-rs/argon2';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Answers a PHC string, or whether the password is the one of `stored`. */
export default function hashPassword(task: HashTask): string | boolean {
  return 'stored' in task ? verifySync(task.stored, task.password) : hashSync(task.password, task.options);
}
