/** Runs in the threads of `password-hashing.ts`. It hashes one password at a time. */
import { readFileSync } from 'node:fs';
import { hashSync, verifySync, type Options } from '@node-rs/argon2';
import { matchesImportedHash } from './imported-hash-check.ts';

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
