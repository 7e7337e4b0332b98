import { spawnSync } from 'node:child_process';

/** Whether a program is installed. Tests that need programs which Foyer does not need are skipped without. */
export function isInstalled(program: string): boolean {
  return spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;
}
