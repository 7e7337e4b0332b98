import { spawn } from 'node:child_process';
import { entryFile } from '../../process/entry-file.ts';
import type { EngineArguments, EngineReport, EngineRequest } from './engine-messages.ts';

/** Opening takes 50 to 200 ms, but some seconds after a kill, when the engine repairs its indexes. */
const OPEN_TIMEOUT_MS = 60_000;
const CLOSE_TIMEOUT_MS = 4000;
const KEPT_ERROR_OUTPUT = 2000;

export class DirectoryInUseError extends Error {
  override readonly name = 'DirectoryInUseError';
}

interface EngineExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly output: string;
}

export interface EngineChild {
  readonly pid: number;
  readonly socketPath: string;
  readonly exited: Promise<EngineExit>;
  /** Asks the process to close, and kills it after 4 s. */
  close(): Promise<void>;
}

/**
 * Starts the engine's process and waits until it answers.
 * @param library replaces the native library of the package
 * @throws DirectoryInUseError; Error with the process's message or the end of its error output
 */
export async function startEngineChild(
  directories: EngineArguments,
  library: string | null,
): Promise<EngineChild> {
  const { path: entry, execArgv } = entryFile(new URL('engine-process', import.meta.url));
  const child = spawn(process.execPath, [...execArgv, entry, JSON.stringify(directories)], {
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
    // The server's environment contains secrets, and every napi-rs package reads NAPI_RS_NATIVE_LIBRARY_PATH.
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
  const timeout = new Promise<EngineReport>((resolve) => {
    timer = setTimeout(() => {
      child.kill('SIGKILL');
      resolve({ type: 'failed', message: `it did not open within ${OPEN_TIMEOUT_MS / 1000} s` });
    }, OPEN_TIMEOUT_MS);
  });
  const report = await Promise.race([opened, exited.then(describeExit), timeout]);
  clearTimeout(timer);

  if (report.type !== 'ready') {
    await exited;
    if (report.type === 'in-use') throw new DirectoryInUseError('the database directory is in use');
    throw new Error(`the embedded MongoDB did not start: ${report.message}`);
  }
  return {
    // The process has reported, so it has an id.
    pid: child.pid ?? 0,
    socketPath: report.socketPath,
    exited,
    async close() {
      const force = setTimeout(() => child.kill('SIGKILL'), CLOSE_TIMEOUT_MS);
      const request: EngineRequest = { type: 'close' };
      // With a closed channel, the process is exiting anyway.
      if (child.connected) child.send(request, () => undefined);
      await exited;
      clearTimeout(force);
    },
  };
}

export function describeExit(exit: EngineExit): EngineReport & { type: 'failed' } {
  const ending =
    exit.signal === null ? `its process ended with code ${exit.code}` : `its process ended by ${exit.signal}`;
  return { type: 'failed', message: exit.output === '' ? ending : `${ending}: ${exit.output}` };
}
