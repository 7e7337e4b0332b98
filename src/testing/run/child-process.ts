import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const READY_WITHIN_MS = 60_000;
const ASK_EVERY_MS = 50;
const END_WITHIN_MS = 15_000;

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null;

/** Waits until the server that this process runs is ready. */
export async function untilReady(child: ChildProcess, port: number): Promise<void> {
  for (const until = Date.now() + READY_WITHIN_MS; Date.now() < until; await sleep(ASK_EVERY_MS)) {
    if (hasEnded(child)) throw new Error('The process ended.');
    const answer = await fetch(`http://localhost:${port}/readyz`).catch(() => null);
    if (answer?.ok) return;
  }
  throw new Error(`/readyz did not answer 200 within ${READY_WITHIN_MS / 1000} s.`);
}

/** Ignoring SIGTERM is a fault of the program. */
export async function endProcess(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const limit = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
  await ended;
  clearTimeout(limit);
  if (child.signalCode === 'SIGKILL') throw new Error('The process did not end on SIGTERM.');
}
