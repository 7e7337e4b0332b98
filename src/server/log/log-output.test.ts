import { execFile } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, readSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { fromText, runProgram, serverModule } from '../../testing/run/server-program.ts';
import { folderOfTest } from '../../testing/run/temporary-folder.ts';
import { logAuthEvent } from './auth-event.ts';
import { createLogger, logRequest } from './log.ts';
import { openLogOutput } from './log-output.ts';
import { rounds } from '../../testing/faults/fault-rounds.ts';

const settings = { logRequests: 'all' } as const;
const LINE = { requestId: 'id', method: 'GET', path: '/', status: 200, ms: 1 };

function openLog(file: string, flags: string | number = 'a') {
  const fd = openSync(file, flags);
  onTestFinished(() => closeSync(fd));
  const output = openLogOutput(fd);
  return { output, log: createLogger({ logLevel: 'info' }, output) };
}

const messagesOf = (text: string) =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

test('lines of requests are written together, and every other line at once with those before it', async () => {
  const file = path.join(folderOfTest(), 'log');
  const { log } = openLog(file);
  const written = () => messagesOf(readFileSync(file, 'utf8'));

  logRequest({ log, settings }, LINE);
  expect(written()).toEqual([]);
  logAuthEvent(log, 'auth.sign-in', { requestId: 'id' });
  expect(written()).toEqual(['request', 'authentication']);
  log.child({}).warn('slow');
  expect(written()).toEqual(['request', 'authentication', 'slow']);

  for (let line = 0; line < 200; line++) logRequest({ log, settings }, LINE);
  expect(written().length, '8 KB are not kept').toBeGreaterThan(100);
  await expect.poll(() => written().length).toBe(203);
});

// The numbers leave different remainders of the 16 KB that sonic-boom writes at once.
test.each([3060, 3000, 3120].slice(0, rounds(1, 3)))(
  'a full pipe stops no request, and gets %i lines later and at the end',
  async (lines) => {
    const pipe = path.join(folderOfTest(), 'pipe');
    await promisify(execFile)('mkfifo', [pipe]);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    onTestFinished(() => closeSync(reader));
    const { log, output } = openLog(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
    // More than the 64 KB of a pipe of Linux.
    for (let line = 0; line < lines; line++) log.warn('slow');

    let received = '';
    const buffer = Buffer.alloc(1024 * 1024);
    const readOn = () => {
      try {
        received += buffer.toString('utf8', 0, readSync(reader, buffer));
      } catch {
        // The pipe is empty.
      }
      return messagesOf(received.slice(0, received.lastIndexOf('\n') + 1)).length;
    };
    expect(readOn()).toBeLessThan(lines);
    await expect.poll(readOn).toBe(lines);
    logRequest({ log, settings }, LINE);
    output.end();
    expect(readOn()).toBe(lines + 1);
  },
);

test('a reader that has gone ends the log and not the process', async () => {
  const pipe = path.join(folderOfTest(), 'pipe');
  await promisify(execFile)('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  const { log, output } = openLog(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  closeSync(reader);
  expect(() => {
    log.warn('slow');
    logRequest({ log, settings }, LINE);
    output.end();
  }).not.toThrow();
});

/** Logs a request, a warning and two requests, and ends with this statement. */
async function endedProcess(ending: string): Promise<{ code: number; stdout: string }> {
  const program = `
    const { createLogger, logRequest } = await import(${JSON.stringify(serverModule('log/log'))});
    const { openLogOutput } = await import(${JSON.stringify(serverModule('log/log-output'))});
    const { endOnUncaughtErrors } = await import(${JSON.stringify(serverModule('process/uncaught-errors'))});
    const output = openLogOutput(1);
    process.once('exit', () => output.end());
    const log = createLogger({ logLevel: 'info' }, output);
    const settings = ${JSON.stringify(settings)};
    const line = ${JSON.stringify(LINE)};
    logRequest({ log, settings }, line);
    log.warn('slow');
    logRequest({ log, settings }, line);
    logRequest({ log, settings }, line);
    ${ending}`;
  return runProgram(fromText(program));
}

test('an error that nobody caught ends the process with code 1 and a line after all others, which names no person', async () => {
  const program = (fail: string) => `
    endOnUncaughtErrors(output);
    class Failure extends Error { name = 'Failure'; user = { email: 'ada@example.com' }; }
    const error = new Failure('no mail to ada@example.com');
    setImmediate(() => { ${fail} });`;
  const ends = await Promise.all(
    ['throw error;', 'Promise.reject(error);'].map((fail) => endedProcess(program(fail))),
  );

  for (const [at, event] of ['process.uncaught-exception', 'process.unhandled-rejection'].entries()) {
    const { code, stdout: text = '' } = ends[at] ?? {};
    expect(code).toBe(1);
    expect(messagesOf(text).slice(0, -1)).toEqual(['request', 'slow', 'request', 'request']);
    expect(JSON.parse(text.trim().split('\n').at(-1) ?? '')).toMatchObject({
      level: 50,
      event,
      err: { type: 'Failure', message: 'no mail to …', stack: expect.stringMatching(/^\s+at /) },
      msg: 'the process ends because nobody caught an error',
    });
    expect(text).not.toContain('ada');
  }
});
