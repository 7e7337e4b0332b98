/**
 * `npm run test:node -- 24`: the unit tests on another version of Node, which comes from the npm package `node`. What follows the version
 * goes to Vitest: `npm run test:node -- 22 src/server/auth`.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const USAGE = 'Name a version of Node: npm run test:node -- 24';

const [version, ...vitestArguments] = process.argv.slice(2);
if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error(USAGE);
  process.exit(2);
}

/** Kept between runs; a new `npm ci` of the project takes it away. */
const folder = path.join(PROJECT, 'node_modules/.cache/foyer/node', version);
const programs = path.join(folder, 'node_modules/.bin');
if (!existsSync(path.join(programs, 'node'))) {
  mkdirSync(folder, { recursive: true });
  // A project of its own: npm would else install into the one around it.
  writeFileSync(
    path.join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { node: true } }),
  );
  run('npm', ['install', `node@${version}`, '--no-audit', '--no-fund'], folder, process.env);
}

// First in PATH, so that whatever the tests start as `node` is the same version.
const environment = { ...process.env, PATH: `${programs}${path.delimiter}${process.env['PATH'] ?? ''}` };
run('node', ['--version'], PROJECT, environment);
run('node', ['node_modules/vitest/vitest.mjs', 'run', ...vitestArguments], PROJECT, environment);

/** Ends this process when the program fails. */
function run(program: string, args: readonly string[], cwd: string, env: NodeJS.ProcessEnv): void {
  const ended = spawnSync(program, args, { cwd, env, stdio: 'inherit' });
  if (ended.error) console.error(`${program} could not be started: ${ended.error.message}`);
  if (ended.status !== 0) process.exit(ended.status ?? 1);
}
