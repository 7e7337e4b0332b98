import type { Db, Document } from 'mongodb';
import { collectionsIn, filledOf } from '../database/database.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';
import { WRITE_COMMANDS } from './faults.ts';

const counts = new WeakMap<Db, Map<string, number>>();

/** Counts the writes that changed documents, by collection, from now on. */
function countWrites(db: Db): ReadonlyMap<string, number> {
  const known = counts.get(db);
  if (known) return known;
  const writes = new Map<string, number>();
  const collectionsOf = new Map<number, readonly string[]>();
  db.client.on('commandStarted', ({ requestId, commandName, command }) => {
    if (WRITE_COMMANDS.has(commandName))
      collectionsOf.set(requestId, collectionsWritten(commandName, command));
  });
  const count = (requestId: number, isChanged: boolean) => {
    const names = collectionsOf.get(requestId) ?? [];
    collectionsOf.delete(requestId);
    if (isChanged) for (const name of names) writes.set(name, (writes.get(name) ?? 0) + 1);
  };
  // `n` is the number of written documents; `findAndModify` has it in `lastErrorObject`.
  db.client.on('commandSucceeded', ({ requestId, reply }) => {
    const { n, lastErrorObject } = reply as { n?: number; lastErrorObject?: { n?: number } };
    count(requestId, (n ?? lastErrorObject?.n) !== 0);
  });
  // The database may have run a command whose reply was lost.
  db.client.on('commandFailed', ({ requestId }) => count(requestId, true));
  counts.set(db, writes);
  return writes;
}

function collectionsWritten(commandName: string, command: Document): readonly string[] {
  if (commandName !== 'bulkWrite') return [String(command[commandName])];
  const names = command['nsInfo'] as readonly { readonly ns: string }[];
  return names.map(({ ns }) => ns.slice(ns.indexOf('.') + 1));
}

/**
 * Saves the app's documents, these browsers' cookies and the clock. Returns a function that restores them by
 * few commands, where the requests that made the state took hundreds.
 */
export async function saveState(app: TestApp, agents: readonly HttpAgent[]): Promise<() => Promise<void>> {
  const writes = countWrites(app.db);
  const saved = new Map<string, Document[]>();
  for (const name of await filledOf(app.db, await collectionsIn(app.db)))
    saved.set(name, await app.db.collection(name).find().toArray());
  const cookies = agents.map((agent) => ({ agent, values: [...agent.cookies] }));
  const clockOffset = app.deps.now().getTime() - Date.now();
  let writesBefore = new Map(writes);
  return async () => {
    const changed = [...writes.keys()].filter((name) => writes.get(name) !== writesBefore.get(name));
    await Promise.all(
      changed.map(async (name) => {
        // A collection that is not saved had no documents.
        const documents = saved.get(name) ?? [];
        await app.db.collection(name).deleteMany({});
        if (documents.length > 0) await app.db.collection(name).insertMany(documents);
      }),
    );
    writesBefore = new Map(writes);
    for (const { agent, values } of cookies) {
      agent.cookies.clear();
      for (const [name, value] of values) agent.cookies.set(name, value);
    }
    app.resetClock();
    app.advance(clockOffset);
  };
}
