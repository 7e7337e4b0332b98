import { execFile } from 'node:child_process';
import { cp, readFile, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify, stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import { freePorts } from '../src/testing/run/free-ports.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { skipWithout } from './skip-without.ts';
import { startProgram } from './start-program.ts';

const PROJECT = fileURLToPath(new URL('../', import.meta.url));
const VERDACCIO = fileURLToPath(new URL('node_modules/verdaccio/bin/verdaccio', import.meta.url));
const PACKAGES = ['foyer-auth', 'foyer-server', 'create-foyer-auth'];
/** What Git does not have, and the folders that a release does not need. */
const LEFT_OUT = /^(?:node_modules|\.git|\.data|dist|test-results|coverage|\.next)$/;

type Run = (folder: string, command: string, ...args: string[]) => Promise<string>;

/** Runs programs with a registry on loopback, which fetches the packages of others from the usual one. */
async function startRegistry(): Promise<{ readonly run: Run; readonly registry: string }> {
  const folder = folderOfTest();
  const port = await freePorts(1);
  const { stdout: usual } = await promisify(execFile)('npm', ['config', 'get', 'registry'], { cwd: folder });
  const own = PACKAGES.map((name) => `  ${name}:\n    access: $all\n    publish: $all\n`).join('');
  await writeFile(
    path.join(folder, 'registry.yaml'),
    `storage: ./storage
uplinks:
  usual:
    url: ${usual.trim()}
packages:
${own}  '**':
    access: $all
    proxy: usual
log: { type: stdout, level: warn }
`,
  );
  await startProgram(
    process.execPath,
    [VERDACCIO, '--config', path.join(folder, 'registry.yaml'), '--listen', `127.0.0.1:${port}`],
    { port },
  );
  const registry = `http://127.0.0.1:${port}/`;
  // npm publishes only with a token. This registry takes any.
  await writeFile(
    path.join(folder, 'npmrc'),
    `registry=${registry}\n//127.0.0.1:${port}/:_authToken=anything\n`,
  );
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    npm_config_userconfig: path.join(folder, 'npmrc'),
    npm_config_cache: path.join(folder, 'cache'),
    npm_config_audit: 'false',
    npm_config_fund: 'false',
    npm_config_update_notifier: 'false',
    GIT_AUTHOR_NAME: 'Owner',
    GIT_AUTHOR_EMAIL: 'owner@example.com',
    GIT_COMMITTER_NAME: 'Owner',
    GIT_COMMITTER_EMAIL: 'owner@example.com',
  };
  const run: Run = async (cwd, command, ...args) =>
    (await promisify(execFile)(command, args, { cwd, env, maxBuffer: 2 ** 26 })).stdout.trim();
  return { run, registry };
}

/** A repository with what this one has now. */
async function copyOfProject(run: Run): Promise<string> {
  const copy = path.join(folderOfTest(), 'foyer');
  await cp(PROJECT, copy, {
    recursive: true,
    filter: (file) => file === PROJECT || !LEFT_OUT.test(path.basename(file)),
  });
  await symlink(path.join(PROJECT, 'node_modules'), path.join(copy, 'node_modules'), 'dir');
  await run(copy, 'git', 'init', '--quiet');
  // `.gitignore` names the folder node_modules, and this is a link.
  await writeFile(path.join(copy, '.git/info/exclude'), 'node_modules\n');
  await run(copy, 'git', 'add', '--all');
  await run(copy, 'git', 'commit', '--quiet', '--message', 'The state before the release');
  return copy;
}

describe('a release', () => {
  it('gets one version in all files, is packed and published, and strangers install it by name', async ({
    skip,
  }) => {
    skipWithout({ skip }, 'npm packages');
    const { run, registry } = await startRegistry();
    const project = await copyOfProject(run);
    await run(project, 'npm', 'version', '7.8.9');
    expect(await run(project, 'git', 'tag')).toBe('v7.8.9');
    expect(await run(project, 'git', 'status', '--porcelain')).toBe('');
    expect(await readFile(path.join(project, 'CHANGELOG.md'), 'utf8')).toMatch(
      /## \[Unreleased\]\n\n## \[7\.8\.9\] - \d{4}-\d\d-\d\d\n\n### Added\n/,
    );
    const notes = await run(project, 'node', '--import', 'tsx', 'scripts/changelog.ts', 'notes', '7.8.9');
    expect(notes).toMatch(/^### Added\n/);

    await run(project, 'npm', 'run', 'pack');
    for (const name of PACKAGES) await run(project, 'npm', 'publish', `./dist/${name}.tgz`);

    const elsewhere = folderOfTest();
    const { version } = (await (await fetch(`${registry}foyer-auth/latest`)).json()) as { version: string };
    expect(version).toBe('7.8.9');
    expect(await run(elsewhere, 'npx', '--yes', 'foyer-server', '--version')).toBe('7.8.9');
    await run(
      elsewhere,
      'npm',
      'create',
      '--yes',
      'foyer-auth@latest',
      'my-app',
      '--',
      '--template',
      'react',
    );
    const app = path.join(elsewhere, 'my-app');
    await run(app, 'npm', 'install');
    expect(await run(app, 'npx', 'foyer', '--version')).toBe('7.8.9');
    expect(stripVTControlCharacters(await run(app, 'npm', 'test'))).toMatch(/Tests\s+\d+ passed/);
    await run(app, 'npm', 'run', 'build');
  });
});

/** The used part of the package, which only this suite installs. */
interface ActionValidator {
  validateWorkflow(yaml: string): { readonly errors: readonly unknown[] };
}
const VALIDATOR: string = '@action-validator/core';

describe('the workflows', () => {
  it.for(['ci.yml', 'release.yml'])('%s has the shape that GitHub wants', async (name, { skip }) => {
    skipWithout({ skip }, 'npm packages');
    const { validateWorkflow } = (await import(VALIDATOR)) as ActionValidator;
    const workflow = await readFile(path.join(PROJECT, '.github/workflows', name), 'utf8');
    expect(validateWorkflow(workflow).errors).toEqual([]);
  });
});
