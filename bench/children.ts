import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const END_WITHIN_MS = 6000;
const KEPT_ERROR_OUTPUT = 2000;
const TSX = pathToFileURL(createRequire(import.meta.url).resolve('tsx')).href;
const PROBE = new URL('servers/probe.mjs', import.meta.url).href;

/** The resources that a process has used until `atMs` of its own clock. */
interface Usage {
  readonly atMs: number;
  readonly cpuUs: number;
  readonly rssBytes: number;
}

export interface Child {
  readonly process: ChildProcess;
  /** Resolves with the next message that `take` accepts; rejects when the process ends before. */
  next<T>(take: (message: unknown) => T | undefined): Promise<T>;
  /** Sends SIGTERM, after a while SIGKILL, and waits for the end. */
  end(): Promise<void>;
}

const running = new Set<Child>();
let questions = 0;

export async function endChildren(): Promise<void> {
  await Promise.all([...running].map((child) => child.end()));
}

let node = process.execPath;

/** All later children run on this `node`, which is also first in their `PATH`. */
export function setNode(program: string): void {
  node = program;
}

/** `environment`: the complete one, so the server gets none of this process's settings. */
export function startChild(
  script: URL,
  options: {
    environment?: Record<string, string>;
    measured?: boolean;
    nodeArguments?: readonly string[];
  } = {},
): Child {
  const { environment = {}, measured = true, nodeArguments = [] } = options;
  const file = fileURLToPath(script);
  const loaded = [...(file.endsWith('.ts') ? [TSX] : []), ...(measured ? [PROBE] : [])];
  const { PATH = '', HOME = '' } = process.env;
  const spawning: SpawnOptions = {
    env: { PATH: `${path.dirname(node)}${path.delimiter}${PATH}`, HOME, ...environment },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    serialization: 'advanced',
  };
  const child = spawn(
    node,
    [...nodeArguments, ...loaded.flatMap((module) => ['--import', module]), file],
    spawning,
  );
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_ERROR_OUTPUT);
  });
  const exited = once(child, 'exit');

  const started: Child = {
    process: child,
    next: (take) =>
      new Promise((resolve, reject) => {
        const onMessage = (message: unknown) => {
          const result = take(message);
          if (result === undefined) return;
          child.off('message', onMessage);
          child.off('exit', onExit);
          resolve(result);
        };
        const onExit = () =>
          reject(new Error(`${script.pathname.split('/').at(-1)} ended: ${output.trim()}`));
        child.on('message', onMessage);
        if (child.exitCode === null && child.signalCode === null) child.once('exit', onExit);
        else onExit();
      }),
    async end() {
      if (child.exitCode === null && child.signalCode === null) {
        const force = setTimeout(() => child.kill('SIGKILL'), END_WITHIN_MS);
        child.kill('SIGTERM');
        await exited;
        clearTimeout(force);
      }
      running.delete(started);
    },
  };
  running.add(started);
  return started;
}

/** Requests the resources that a measured process has used (`probe.mjs`). */
export function usageOf(child: Child): Promise<Usage> {
  // A busy process may get another request before it has answered.
  const requestId = ++questions;
  const answer = child.next((message) => {
    const { type, id, ...usage } = message as { type?: unknown; id?: number } & Usage;
    return type === 'usage' && id === requestId ? usage : undefined;
  });
  child.process.send({ type: 'usage', id: requestId });
  return answer;
}
