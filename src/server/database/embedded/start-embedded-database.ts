import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { cannotBeOpened } from './damaged-database.ts';
import { describeExit, DirectoryInUseError, startEngineChild, type EngineChild } from './engine-child.ts';
import { explainTrouble } from './engine-trouble.ts';
import { prepareNativeLibrary } from './native-library.ts';
import { createTemporaryDirectory } from './temporary-directory.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;
/** An engine that has run for so long was well: the next pause is a short one again. */
const WELL_AFTER_MS = 60_000;

export interface EmbeddedDatabaseOptions {
  /** The data directory; the database is kept in `mongodb` under it, the engine's own things in `engine`. */
  readonly directory: string;
  readonly log: Pick<Logger, 'info' | 'warn' | 'error'>;
  /** Where patched copies of the engine are kept, when not under `directory`. */
  readonly libraryCache?: string;
  /** Between two starts of an engine that does not live. */
  readonly longestPauseMs?: number;
}

export interface EmbeddedDatabase {
  /** For the driver; stays valid when the engine's process is restarted. */
  readonly uri: string;
  /** The engine's process, `null` while it is being restarted. */
  pid(): number | null;
  /** Why it does not run now, in words that name no path; `null` while it runs. */
  trouble(): string | null;
  close(): Promise<void>;
}

/**
 * Starts a MongoDB of this process's own, kept in a child process that ends with it. A child that dies is started again
 * for as long as this process runs: a disk that is full may have room again, and nothing else would notice.
 * @throws EngineUnavailableError where there is no engine for this machine; DirectoryInUseError; DamagedDatabaseError
 */
export async function startEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  const { log, longestPauseMs = LONGEST_PAUSE_MS } = options;
  const directory = path.resolve(options.directory);
  const engineDirectory = path.join(directory, 'engine');
  const databaseDirectory = path.join(directory, 'mongodb');
  const library = await prepareNativeLibrary(options.libraryCache ?? path.join(engineDirectory, 'library'));
  const temporary = await createTemporaryDirectory(path.join(engineDirectory, 'temporary'));

  let child: EngineChild | null = null;
  let trouble: string | null = null;
  /** Since it was last well. */
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
      if (performance.now() - startedAt > WELL_AFTER_MS) deaths = 0;
      trouble = await explainTrouble(databaseDirectory, describeExit(exit).message);
      log.error({ exit, directory }, `the embedded MongoDB died: ${trouble}`);
    }
  }

  /** Tries until it runs; `null` when the server closes. */
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
        log.error({ err: error, directory }, `the embedded MongoDB could not be started again: ${trouble}`);
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
    trouble: () => trouble,
    async close() {
      closing.abort();
      await child?.close();
      await supervised;
      await temporary.remove();
    },
  };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
