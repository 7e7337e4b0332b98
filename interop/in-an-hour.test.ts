import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { buildProject, isBuilt } from '../scripts/project-build.ts';
import { packServer } from '../scripts/server-package.ts';
import { isInstalled, isProxyInstalled } from '../src/testing/run/installed.ts';
import { folderOfTest } from '../src/testing/run/temporary-folder.ts';
import { skipWithout } from './skip-without.ts';

const MACHINE = fileURLToPath(new URL('production-machine.ts', import.meta.url));
const run = promisify(execFile);
const NAMESPACES = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc'];
const mayMakeNamespaces = () =>
  run('unshare', [...NAMESPACES, 'true']).then(
    () => true,
    () => false,
  );

describe('the guides of "in an hour"', () => {
  it('lead from the package to a sign-in over HTTPS, with a certificate by ACME and mails by TLS', async ({
    skip,
  }) => {
    skipWithout({ skip }, 'npm packages');
    if (!isProxyInstalled('caddy') || !isInstalled('ip', '-V')) skip('needs the packages caddy and iproute2');
    if (!(await mayMakeNamespaces())) skip('this process may make no network namespace');
    const folder = folderOfTest();
    if (!(await isBuilt())) await buildProject();
    const tarball = await packServer(folder);
    await run('npm', ['init', '--yes'], { cwd: folder });
    await run('npm', ['install', '--omit=optional', '--no-audit', '--no-fund', tarball], { cwd: folder });

    const { stdout } = await run(
      'unshare',
      [...NAMESPACES, process.execPath, '--import', 'tsx', MACHINE, folder],
      { cwd: fileURLToPath(new URL('../', import.meta.url)) },
    );
    const found = JSON.parse(stdout) as Record<string, unknown>;
    expect(found).toMatchObject({
      ready: '{"status":"ready"}',
      authorized: true,
      issuer: expect.stringContaining('Caddy Local Authority'),
      signedIn: { status: 200, text: expect.stringContaining('ada@example.com') },
      granted: expect.stringContaining('ada@example.com'),
      checklist: { status: 200 },
    });
    const { result } = JSON.parse((found['checklist'] as { text: string }).text) as {
      result: { data: Record<string, unknown> };
    };
    expect(result.data).toMatchObject({
      mail: { state: 'done', isOutbox: false },
      proxy: { state: 'done' },
    });
  });
});
