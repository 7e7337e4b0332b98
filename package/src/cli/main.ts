#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises';
import { openBrowser } from './open-browser.ts';
import { run } from './run.ts';

// `process.exit` would lose output that is not yet written to a pipe.
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  openBrowser,
  sleep: (ms) => setTimeout(ms),
  isTerminal: process.stderr.isTTY,
});
