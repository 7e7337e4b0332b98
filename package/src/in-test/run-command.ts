import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeEach } from 'vitest';
import { run, type Machine } from '../cli/run.ts';

/** A new folder for each test. It is removed last, after commands that still write into it have ended. */
export function testFolder(): () => string {
  let folder = '';
  beforeEach(async ({ onTestFinished }) => {
    folder = await mkdtemp(path.join(tmpdir(), 'foyer-cli-'));
    onTestFinished(() => rm(folder, { recursive: true }));
  });
  return () => folder;
}

/** Runs one command line without a browser, keyboard and pauses. `more` replaces parts of the machine. */
export async function runCommand(
  args: string | readonly string[],
  env: Machine['env'],
  more: (written: { out: string; err: string }) => Partial<Machine> = () => ({}),
) {
  const written = { out: '', err: '' };
  const code = await run(typeof args === 'string' ? args.split(' ').filter(Boolean) : args, {
    env,
    stdout: (text) => void (written.out += text),
    stderr: (text) => void (written.err += text),
    openBrowser: () => undefined,
    untilInterrupted: () => AbortSignal.abort(),
    sleep: () => Promise.resolve(),
    ...more(written),
  });
  return { code, ...written };
}
