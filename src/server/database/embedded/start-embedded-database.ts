import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cannotBeOpened } from './damaged-database.ts';
import { describeExit, DirectoryInUseError, startEngineChild, type EngineChild } from './engine-child.ts';
import { prepareNativeLibrary } from './native-library.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

const MOST_RESTARTS = 5;
const RESTART_WINDOW_MS = 60_000;
const FIRST_RESTART_DELAY_MS = 100;

export interface EmbeddedDatabaseOptions {
  /** The data directory; the database is kept in `mongodb` under it, the engine's own things in `engine`. */
  readonly directory: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error' | 'fatal'>;
  /** Where patched copies of the engine are kept, when not under `directory`. */
  readonly libraryCache?: string;
}

export interface EmbeddedDatabase {
  /** For the driver; stays valid when the engine's process is restarted. */
  readonly uri: string;
  /** The engine's process, `null` while it is being restarted. */
  pid(): number | null;
  close(): Promise<void>;
}

/**
 * Starts a MongoDB of this process's own, kept in a child process that ends with it. A child that dies is started again,
 * a few times a minute at most.
 * @throws EngineUnavailableError where there is no engine for this machine; DirectoryInUseError; DamagedDatabaseError
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const directory = path.resolve(options.directory);
  const engineDirectory = path.join(directory, 'engine');
  const library = await prepareNativeLibrary(options.libraryCache ?? path.join(engineDirectory, 'library'));
  const temporary = await createTemporaryDirectory(path.join(engineDirectory, 'temporary'));

  let child: EngineChild | null = null;
  let restarts: number[] = [];
  const closing = new AbortController();

  async function launch(): Promise<EngineChild> {
    const started = await startEngineChild(
      { databaseDirectory: path.join(directory, 'mongodb'), temporaryDirectory: temporary.path },
      library,
    );
    await temporary.pointTo(started.socketPath);
    return started;
  }

  async function supervise(first: EngineChild): Promise<void> {
    for (let running = first; ;) {
      child = running;
      const exit = await running.exited;
      child = null;
      if (closing.signal.aborted) return;
      log.error({ exit }, `the embedded MongoDB died: ${describeExit(exit).message}`);
      const next = await relaunch();
      if (next === null) return;
      running = next;
    }
  }

  /** Tries until it runs, the tries are used up, or the server closes. */
  async function relaunch(): Promise<EngineChild | null> {
    for (;;) {
      restarts = restarts.filter((at) => at > Date.now() - RESTART_WINDOW_MS);
      if (restarts.length >= MOST_RESTARTS) {
        log.fatal(
          `the embedded MongoDB died ${MOST_RESTARTS + 1} times within a minute and is not started again; is the disk full, ` +
            `or ${directory} damaged?`,
        );
        return null;
      }
      const delay = FIRST_RESTART_DELAY_MS * 2 ** restarts.length;
      restarts.push(Date.now());
      try {
        await sleep(delay, undefined, { signal: closing.signal });
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
        log.error({ err: error }, 'the embedded MongoDB could not be started again');
      }
    }
  }

  let first: EngineChild;
  try {
    first = await launch();
  } catch (error) {
    await temporary.remove();
    if (!(error instanceof DirectoryInUseError)) throw cannotBeOpened(path.join(directory, 'mongodb'), error);
    throw new DirectoryInUseError(
      `${directory} is in use by another running Foyer. Stop that one, or give this one a DATA_DIR and a PORT of its own.`,
    );
  }
  await temporary.removeOthers();
  const supervised = supervise(first);

  return {
    uri: `mongodb://${encodeURIComponent(temporary.socketLink)}/?directConnection=true`,
    pid: () => child?.pid ?? null,
    async close() {
      closing.abort();
      await child?.close();
      await supervised;
      await temporary.remove();
    },
  };
}
