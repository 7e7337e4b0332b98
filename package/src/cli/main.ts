#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises';
import { openBrowser } from './open-browser.ts';
import { run } from './run.ts';

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
