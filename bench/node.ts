import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setNode } from './children.ts';

/** The Node version of the Dockerfile; a test compares them. The goals are those of this version. */
export const PRODUCTION_NODE = '24';
const CACHE = fileURLToPath(new URL('../node_modules/.cache/foyer/node/', import.meta.url));

/** Makes all measured processes and the load generator run on this Node. Returns the exact version. */
export function prepareNode(say: (line: string) => void): string {
  if (process.versions.node.split('.')[0] === PRODUCTION_NODE) return process.versions.node;
  say(`Node ${PRODUCTION_NODE} runs the servers (npm installs it once)`);
  const program = installNode(PRODUCTION_NODE);
  setNode(program);
  return spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout.trim().replace(/^v/, '');
}

/** Installs this version of Node from npm, until the next `npm ci`. Returns its program. */
export function installNode(version: string): string {
  const folder = path.join(CACHE, version);
  const program = path.join(folder, 'node_modules/.bin/node');
  if (existsSync(program)) return program;
  mkdirSync(folder, { recursive: true });
  // A separate project, so that npm does not install into the surrounding one.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const wanted = `node@${version}`;
  const { status, error } = spawnSync('npm', ['install', wanted, '--no-audit', '--no-fund'], {
    cwd: folder,
    // Standard output belongs to the script's own output.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm could not install ${wanted}`, { cause: error });
  return program;
}
