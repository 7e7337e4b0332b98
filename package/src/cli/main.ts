#!/usr/bin/env node
import { setTimeout as sleep } from 'node:timers/promises';
import { openBrowser } from './open-browser.ts';
import { run } from './run.ts';

// Not `process.exit`: what is still to be written to a pipe is written.
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  openBrowser,
  sleep: async (ms) => void (await sleep(ms)),
});
