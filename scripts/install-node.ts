import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/foyer/node/', import.meta.url));

/** Installs a Node version from npm until the next `npm ci`. Returns its folder. Throws when npm fails. */
export function installNode(version: string): string {
  const folder = path.join(CACHE, version);
  const programs = path.join(folder, 'node_modules/.bin');
  if (existsSync(path.join(programs, 'node'))) return programs;
  mkdirSync(folder, { recursive: true });
  // A separate project, so that npm does not install into the surrounding one.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const { status, error } = spawnSync('npm', ['install', `node@${version}`, '--no-audit', '--no-fund'], {
    cwd: folder,
    // Standard output belongs to the script's own output.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm could not install node@${version}`, { cause: error });
  return programs;
}
