import type { Db } from 'mongodb';
import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';
import { WRITE_COMMANDS } from './faults.ts';

const counts = new WeakMap<Db, Map<string, number>>();

/** Counts the writes to each collection, from the first call on. */
function countWrites(db: Db): ReadonlyMap<string, number> {
  const known = counts.get(db);
  if (known) return known;
  const writes = new Map<string, number>();
  db.client.on('commandStarted', ({ commandName, command }) => {
    if (!WRITE_COMMANDS.has(commandName)) return;
    const name = String(command[commandName]);
    writes.set(name, (writes.get(name) ?? 0) + 1);
  });
  counts.set(db, writes);
  return writes;
}

/**
 * Saves the documents of the app, the cookies of these browsers and the clock. Answers what puts them back. This takes a few commands, where
 * the requests that made the state took hundreds.
 */
export async function saveState(app: TestApp, agents: readonly HttpAgent[]): Promise<() => Promise<void>> {
  const writes = countWrites(app.db);
  const collections = await app.db.collections();
  const contents = await Promise.all(
    collections.map(async (collection) => ({ collection, documents: await collection.find().toArray() })),
  );
  const cookies = agents.map((agent) => ({ agent, saved: [...agent.cookies] }));
  const clockOffset = app.deps.now().getTime() - Date.now();
  let writesBefore = new Map(writes);
  return async () => {
    const changed = contents.filter(
      ({ collection: { collectionName: name } }) => writes.get(name) !== writesBefore.get(name),
    );
    await Promise.all(
      changed.map(async ({ collection, documents }) => {
        await collection.deleteMany({});
        if (documents.length > 0) await collection.insertMany(documents);
      }),
    );
    writesBefore = new Map(writes);
    for (const { agent, saved } of cookies) {
      agent.cookies.clear();
      for (const [name, value] of saved) agent.cookies.set(name, value);
    }
    app.resetClock();
    app.advance(clockOffset);
  };
}
