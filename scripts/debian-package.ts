import { spawnSync } from 'node:child_process';

function run(command: string, args: readonly string[]): boolean {
  const ended = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return ended.status === 0;
}

/** Installs the first available package. `false` without APT or the permission to install. */
export function installDebianPackage(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  console.log(`Installing the package ${names.join(' or ')}.`);
  const install = () =>
    names.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]));
  // Updates the package lists only when the first attempt fails.
  return install() || (run('apt-get', ['update']) && install());
}
