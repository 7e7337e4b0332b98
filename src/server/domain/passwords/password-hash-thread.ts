/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { readFileSync } from 'node:fs';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { matchesImportedHash } from './imported-hash-check.ts';

export type HashTask =
  | { readonly password: string; readonly options: Options }
  | { readonly password: string; readonly stored: string };

/** Every hash that Foyer makes begins so. An imported one of this algorithm is checked in the same way. */
const OWN_HASH = '$argon2id$';

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
 * The CPU time of this thread, which other work on a busy machine does not change. Node has a function for it from version 23.9 on. Linux shows it in a file
 * (proc_pid_schedstat(5)). Elsewhere it is the time of the clock.
 */
function readCpuMs(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'latin1').split(' ', 1)[0]) / 1_000_000;
  } catch {
    return performance.now();
  }
}
