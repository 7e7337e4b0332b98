import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../../log/log-lines.ts';
import { makeFolder } from '../../process/make-folder.ts';
import { cannotBeOpened } from './damaged-database.ts';
import { describeExit, DirectoryInUseError, startEngineChild, type EngineChild } from './engine-child.ts';
import { explainTrouble } from './engine-trouble.ts';
import { prepareNativeLibrary } from './native-library.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** A stable engine makes the next pause short again. */
const STABLE_AFTER_MS = 60_000;

export class DataDirectoryError extends Error {
  override readonly name = 'DataDirectoryError';
}

interface EmbeddedDatabaseOptions {
  /** The data directory. `mongodb` has the database, `engine` the engine's other files. */
  readonly directory: string;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  /** For patched copies of the engine; default: under `directory`. */
  readonly libraryCache?: string;
  readonly longestPauseMs?: number;
  /** Called once, after the engine's process was started and before it answers. */
  readonly whileStarting?: (() => void) | undefined;
}

export interface EmbeddedDatabase {
  /** Stays valid when the engine's process is restarted. */
  readonly uri: string;
  /** `null` while the engine's process is being restarted. */
  pid(): number | null;
  /** Why the engine does not run, without paths; `null` while it runs. */
  trouble(): string | null;
  close(): Promise<void>;
}

/**
 * Starts MongoDB in a child process, which ends with this process. A child that dies is restarted as long as
 * this process runs, because a full disk may have space again later.
 * @throws EngineUnavailableError; DirectoryInUseError; DamagedDatabaseError; DataDirectoryError
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const directory = path.resolve(options.directory);
  const engineDirectory = path.join(directory, 'engine');
  const databaseDirectory = path.join(directory, 'mongodb');
  try {
    makeFolder(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new DataDirectoryError(
      `DATA_DIR cannot be used (${reason}). Set it to a folder that this process can write to.`,
    );
  }
  const library = await prepareNativeLibrary(options.libraryCache ?? path.join(engineDirectory, 'library'));
  const temporary = await createTemporaryDirectory(path.join(engineDirectory, 'temporary'));

  let child: EngineChild | null = null;
  let trouble: string | null = null;
  /** Deaths since the engine was last stable. */
  let deaths = 0;
  const closing = new AbortController();

  async function launch(): Promise<EngineChild> {
    const started = await startEngineChild(
      { databaseDirectory, temporaryDirectory: temporary.path },
      library,
    );
    await temporary.pointTo(started.socketPath);
    return started;
  }

  async function supervise(first: EngineChild): Promise<void> {
    for (let running: EngineChild | null = first; running; running = await relaunch()) {
      child = running;
      trouble = null;
      const startedAt = performance.now();
      const exit = await running.exited;
      child = null;
      if (closing.signal.aborted) return;
      if (performance.now() - startedAt > STABLE_AFTER_MS) deaths = 0;
      trouble = await explainTrouble(databaseDirectory, describeExit(exit).message);
      log.error({ exit, directory, trouble }, 'the embedded MongoDB died');
    }
  }

  /** `null` when the server closes. */
  async function relaunch(): Promise<EngineChild | null> {
    for (;;) {
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** deaths, longestPauseMs);
      deaths += 1;
      try {
        await sleep(pause, undefined, { signal: closing.signal });
        await temporary.clear();
        const started = await launch();
        if (closing.signal.aborted) {
          await started.close();
          return null;
        }
        log.warn({ engine: started.pid }, 'the embedded MongoDB was started again');
        return started;
      } catch (error) {
        if (closing.signal.aborted) return null;
        trouble = await explainTrouble(databaseDirectory, messageOf(error));
        log.error({ err: error, directory, trouble }, 'the embedded MongoDB could not be started again');
      }
    }
  }

  let first: EngineChild;
  try {
    const starting = launch();
    options.whileStarting?.();
    first = await starting;
  } catch (error) {
    await temporary.remove();
    if (!(error instanceof DirectoryInUseError)) throw cannotBeOpened(path.join(directory, 'mongodb'), error);
    throw new DirectoryInUseError(
      `${directory} is in use by another running Foyer. Stop that one, or give this one a DATA_DIR and a PORT of its own.`,
    );
  }
  await temporary.removeOthers();
  const supervision = supervise(first);

  return {
    uri: `mongodb://${encodeURIComponent(temporary.socketLink)}/?directConnection=true`,
    pid: () => child?.pid ?? null,
    trouble: () => trouble,
    async close() {
      closing.abort();
      await child?.close();
      await supervision;
      await temporary.remove();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
