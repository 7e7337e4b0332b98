import type { HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

/**
 * Saves the documents of the app, the cookies of these browsers and the clock. Answers what puts them back. This takes a few commands, where
 * the requests that made the state took hundreds.
 */
export async function saveState(app: TestApp, agents: readonly HttpAgent[]): Promise<() => Promise<void>> {
  const collections = await app.db.collections();
  const contents = await Promise.all(
    collections.map(async (collection) => ({ collection, documents: await collection.find().toArray() })),
  );
  const cookies = agents.map((agent) => ({ agent, saved: [...agent.cookies] }));
  const clockOffset = app.deps.now().getTime() - Date.now();
  return async () => {
    await Promise.all(
      contents.map(async ({ collection, documents }) => {
        await collection.deleteMany({});
        if (documents.length > 0) await collection.insertMany(documents);
      }),
    );
    for (const { agent, saved } of cookies) {
      agent.cookies.clear();
      for (const [name, value] of saved) agent.cookies.set(name, value);
    }
    app.resetClock();
    app.advance(clockOffset);
  };
}
