/**
 * `npm run test:node -- 24`: the unit tests on another version of Node, which comes from the npm package `node`. What follows the version
 * goes to Vitest: `npm run test:node -- 22 src/server/auth`.
 */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { installNode } from './install-node.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const USAGE = 'Name a version of Node: npm run test:node -- 24';

const [version, ...vitestArguments] = process.argv.slice(2);
if (version === undefined || !/^\d+(\.\d+){0,2}$/.test(version)) {
  console.error(USAGE);
  process.exit(2);
}

const programs = installNode(version);

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
