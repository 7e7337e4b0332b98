#!/usr/bin/env node
import { spawn } from 'node:child_process';
import { setTimeout } from 'node:timers/promises';
import { run } from './run.ts';

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** A missing browser is no error, because the address is printed too. */
function openBrowser(url: string): void {
  const [program, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Also aborts when the reader of a pipe has ended (`foyer events tail | head`). A second Ctrl-C kills. */
function untilInterrupted(): AbortSignal {
  const controller = new AbortController();
  const interrupt = () => controller.abort();
  process.once('SIGINT', interrupt);
  process.once('SIGTERM', interrupt);
  process.stdout.on('error', interrupt);
  return controller.signal;
}

// `process.exit` would lose output that is still being written to a pipe.
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  openBrowser,
  sleep: (ms, signal) => setTimeout(ms, undefined, signal && { signal }).catch(() => undefined),
  untilInterrupted,
  isTerminal: process.stderr.isTTY,
});
