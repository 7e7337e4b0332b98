import { spawnSync } from 'node:child_process';

/** Debian installs nginx outside the PATH of users. */
export const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;

/** Whether a program is installed. Tests that need programs which Foyer does not need are skipped without. */
export function isInstalled(program: string, version = '--version'): boolean {
  const env = { ...process.env, PATH };
  return spawnSync(program, [version], { stdio: 'ignore', env }).status === 0;
}

export const isProxyInstalled = (program: 'nginx' | 'caddy') =>
  isInstalled(program, program === 'nginx' ? '-v' : 'version');
