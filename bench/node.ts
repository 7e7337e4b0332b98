import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { setNode } from './children.ts';

/** The Node version of the Dockerfile; a test compares them. The goals are those of this version. */
export const PRODUCTION_NODE = '24';
const FOLDER = fileURLToPath(
  new URL(`../node_modules/.cache/foyer/node/${PRODUCTION_NODE}/`, import.meta.url),
);
const PROGRAM = path.join(FOLDER, 'node_modules/.bin/node');

/** Makes all measured processes and the load generator run on this Node. Returns the exact version. */
export function prepareNode(say: (line: string) => void): string {
  if (process.versions.node.split('.')[0] === PRODUCTION_NODE) return process.versions.node;
  say(`Node ${PRODUCTION_NODE} runs the servers (npm installs it once)`);
  if (!existsSync(PROGRAM)) installNode();
  setNode(PROGRAM);
  return spawnSync(PROGRAM, ['--version'], { encoding: 'utf8' }).stdout.trim().replace(/^v/, '');
}

/** Installs it from npm until the next `npm ci`. */
function installNode(): void {
  mkdirSync(FOLDER, { recursive: true });
  // A separate project, so that npm does not install into the surrounding one.
  writeFileSync(
    path.join(FOLDER, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  const wanted = `node@${PRODUCTION_NODE}`;
  const { status, error } = spawnSync('npm', ['install', wanted, '--no-audit', '--no-fund'], {
    cwd: FOLDER,
    // Standard output belongs to the script's own output.
    stdio: ['ignore', 2, 2],
  });
  if (status !== 0) throw new Error(`npm could not install ${wanted}`, { cause: error });
}
