import { spawn } from 'node:child_process';
import { entryFile } from '../../entry-file.ts';
import type { EngineArguments, EngineReport, EngineRequest } from './engine-messages.ts';

/** Opening takes 50 to 200 ms, some seconds after a kill, and longest when the engine repairs its indexes. */
const OPEN_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 4000;
const KEPT_ERROR_OUTPUT = 2000;

/** Another process has the database directory open. */
export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

export interface EngineExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The end of what the process wrote to standard error. */
  readonly output: string;
}

/** One running engine process. */
export interface EngineChild {
  readonly pid: number;
  readonly socketPath: string;
  readonly exited: Promise<EngineExit>;
  /** Asks it to close its files and waits; kills it when that takes too long. */
  close(): Promise<void>;
}

/**
 * Starts the engine's process and waits until it answers.
 * @param library the native library to load instead of the package's own
 * @throws DirectoryInUseError; Error with what the process reported, or the end of its error output
 */
export async function startEngineChild(
  directories: EngineArguments,
  library: string | null,
): Promise<EngineChild> {
  const { path: entry, execArgv } = entryFile(new URL('engine-process', import.meta.url));
  const child = spawn(process.execPath, [...execArgv, entry, JSON.stringify(directories)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // Only what it needs: the server's environment holds secrets, and every napi-rs package reads the library's variable.
    env: {
      TMPDIR: directories.temporaryDirectory,
      ...(library === null ? {} : { NAPI_RS_NATIVE_LIBRARY_PATH: library }),
    },
  });
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-KEPT_ERROR_OUTPUT);
  });
  const exited = new Promise<EngineExit>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal, output: output.trim() }));
    child.once('error', (error) => resolve({ code: null, signal: null, output: error.message }));
  });

  const opened = new Promise<EngineReport>((resolve) =>
    child.once('message', (message) => resolve(message as EngineReport)),
  );
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<EngineReport>((resolve) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ type: 'failed', message: `it did not open within ${OPEN_TIMEOUT_MS / 1000} s` });
    }, OPEN_TIMEOUT_MS);
  });
  const report = await Promise.race([opened, exited.then(describeExit), tooLate]);
  clearTimeout(timer);

  if (report.type !== 'ready') {
    await exited;
    if (report.type === 'in-use') throw new DirectoryInUseError('the database directory is in use');
    throw new Error(`the embedded MongoDB did not start: ${report.message}`);
  }
  return {
    // A process that reported has an id.
    pid: child.pid ?? 0,
    socketPath: report.socketPath,
    exited,
    async close() {
      const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
      const request: EngineRequest = { type: 'close' };
      // The error of a channel that closed in the meantime: the process is ending anyway.
      if (child.connected) child.send(request, () => undefined);
      await exited;
      clearTimeout(force);
    },
  };
}

export function describeExit(exit: EngineExit): EngineReport & { type: 'failed' } {
  const how =
    exit.signal === null ? `its process ended with code ${exit.code}` : `its process ended by ${exit.signal}`;
  return { type: 'failed', message: exit.output === '' ? how : `${how}: ${exit.output}` };
}
