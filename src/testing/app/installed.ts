import { spawnSync } from 'node:child_process';

/**
 * Whether this program starts here. What needs a program that Foyer itself does not need is skipped on a machine without it, and
 * `npm test` says how many tests were skipped.
 */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
