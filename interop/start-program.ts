import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { onTestFailed, onTestFinished } from 'vitest';

const READY_WITHIN_MS = 60_000;

export interface Program {
  output(): string;
}

/** Waits until the program listens on `port`. The test ends it, and shows its output after a failure. */
export async function startProgram(
  command: string,
  args: readonly string[],
  { port, environment = {} }: { port: number; environment?: Readonly<Record<string, string>> },
): Promise<Program> {
  let output = '';
  const child = spawn(command, args, { env: { ...process.env, ...environment } });
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  onTestFailed(() => console.log(`${command} said:\n${output}`));
  const ended = once(child, 'exit');
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  onTestFinished(async () => {
    if (isRunning()) child.kill('SIGTERM');
    await ended;
  });
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until && isRunning(); await sleep(50)) {
    if (await isListening(port)) return { output: () => output };
  }
  throw new Error(`${command} did not start`);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
