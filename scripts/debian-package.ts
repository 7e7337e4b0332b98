import { spawnSync } from 'node:child_process';

function run(command: string, args: readonly string[]): boolean {
  const ended = spawnSync(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return ended.status === 0;
}

/** Installs the first of these packages that Debian or its relatives have. `false` where this process may not, or where there is no APT. */
export function installDebianPackage(names: readonly string[]): boolean {
  if (process.getuid?.() !== 0 || !run('apt-get', ['--version'])) return false;
  console.log(`Installing the package ${names.join(' or ')}.`);
  const install = () =>
    names.some((name) => run('apt-get', ['install', '-y', '--no-install-recommends', name]));
  // The lists of packages are fetched when there are none or when they are too old. After that, other packages need no fetch.
  return install() || (run('apt-get', ['update']) && install());
}
