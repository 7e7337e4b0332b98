#!/usr/bin/env node
import { setTimeout } from 'node:timers/promises';
import { openBrowser } from './open-browser.ts';
import { run } from './run.ts';

// Not `process.exit`: what is still to be written to a pipe is written.
process.exitCode = await run(process.argv.slice(2), {
  env: process.env,
  stdout: (text) => void process.stdout.write(text),
  stderr: (text) => void process.stderr.write(text),
  openBrowser,
  sleep: (ms) => setTimeout(ms),
});
