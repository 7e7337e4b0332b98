import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const CACHE = fileURLToPath(new URL('../node_modules/.cache/foyer/node/', import.meta.url));

/**
 * Installs another version of Node from the npm package `node`, and returns the folder of its program. It is kept between
 * runs; a new `npm ci` of the project removes it.
 * @throws when npm fails
 */
export function installNode(version: string): string {
  const folder = path.join(CACHE, version);
  const programs = path.join(folder, 'node_modules/.bin');
  if (existsSync(path.join(programs, 'node'))) return programs;
  mkdirSync(folder, { recursive: true });
  // A project of its own: npm would else install into the one around it.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const { status, error } = spawnSync('npm', ['install', `node@${version}`, '--no-audit', '--no-fund'], {
    cwd: folder,
    // The output of a script is on the standard output.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm could not install node@${version}`, { cause: error });
  return programs;
}
