import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from '@playwright/test';
import { run } from './packed-package.ts';

const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url));

export type CopiedExample = Awaited<ReturnType<typeof installExample>>;

/**
 * Copies an example into an empty folder and installs it with its README's command and the tarball. Returns
 * the README's other commands, too.
 */
export async function installExample(name: string, tarball: string) {
  const home = await mkdtemp(join(tmpdir(), 'foyer-example-'));
  const remove = () => rm(home, { recursive: true, force: true });
  try {
    const folder = join(home, 'examples', name);
    await cp(join(EXAMPLES, name), folder, {
      recursive: true,
      filter: (file) => !/\/(?:node_modules|dist)$/.test(file),
    });
    await mkdir(join(home, 'dist'));
    await copyFile(tarball, join(home, 'dist', basename(tarball)));
    const readme = await readFile(join(folder, 'README.md'), 'utf8');
    const [install = '', ...commands] = /```sh\n([\s\S]*?)```/.exec(readme)?.[1]?.trim().split('\n') ?? [];
    if (!/^npm install\b/.test(install))
      throw new Error(`the README of ${name} does not begin with npm install`);
    await runShell(install, folder);
    return { folder, commands, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

const NPM = { npm_config_prefer_offline: 'true', npm_config_audit: 'false', npm_config_fund: 'false' };

export function runShell(
  command: string,
  cwd: string,
  env: Record<string, string> = {},
): Promise<{ stdout: string; stderr: string }> {
  return run('sh', ['-c', command], { cwd, env: { ...process.env, ...NPM, ...env } });
}

export function startShell(
  command: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
  stdio: StdioOptions = 'ignore',
): ChildProcess {
  return spawn('sh', ['-c', command], {
    cwd,
    env: { ...process.env, ...NPM, ...env },
    stdio,
    detached: true,
  });
}

/** Ends the group of the shell, npm and the program, and waits for it: for all whose output is read. */
export async function endShell(
  child: ChildProcess | undefined,
  signal: NodeJS.Signals = 'SIGTERM',
): Promise<void> {
  if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  // `exit` is that of the shell only. `close` waits for all that have its output.
  const ended = once(child, 'close');
  process.kill(-child.pid, signal);
  await ended;
}

/** Starts a program whose output is read, and which is ended with all that it started. */
export function startProgram(command: string, cwd: string, env: Readonly<Record<string, string>>) {
  const child = startShell(command, cwd, env, 'pipe');
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (more: string) => (text += more));
  return {
    async said(pattern: RegExp, timeout = 30_000) {
      await expect.poll(() => text, { timeout }).toMatch(pattern);
      return pattern.exec(text)?.[0] ?? '';
    },
    pressEnter: () => void child.stdin?.write('\n'),
    end: () => endShell(child),
  };
}
