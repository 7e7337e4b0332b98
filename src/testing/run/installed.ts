import { spawnSync } from 'node:child_process';

/**
 * Whether a program is installed on this machine. A test that needs a program which Foyer itself does not need is skipped without it, and
 * `npm test` says how many tests were skipped.
 */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
