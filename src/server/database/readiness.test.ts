import type { CommandStartedEvent } from 'mongodb';
import { expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import { rawRequest } from '../../testing/app/raw-request.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { ensureIndexes, missingIndexes } from './indexes.ts';
import { DatabaseOutage } from './database-outage.ts';
import { INDEX_CHECK_KEPT_MS, createReadinessCheck } from './readiness.ts';
import { DatabaseTooSlowError, RequestBudget, runWithinBudget } from './request-budget.ts';

async function count({ deps: { mongo } }: TestApp, action: () => Promise<unknown>) {
  const sent = { ping: 0, listIndexes: 0 };
  const note = ({ commandName }: CommandStartedEvent) => {
    if (commandName === 'ping' || commandName === 'listIndexes') sent[commandName] += 1;
  };
  mongo.on('commandStarted', note);
  await action().finally(() => mongo.off('commandStarted', note));
  return sent;
}

it('returns 503 with the name of a missing index, and 200 after ensureIndexes has run twice (security.md R4)', async ({
  app,
}) => {
  await app.deps.collections.sessions.dropIndex('token_unique');
  const answer = await rawRequest(app.origin, { path: '/readyz' });
  expect(answer.status).toBe(503);
  expect(answer.text).toContain('sessions.token_unique');
  await ensureIndexes(app.deps.collections);
  await ensureIndexes(app.deps.collections);
  expect((await rawRequest(app.origin, { path: '/readyz' })).status).toBe(200);
});

it('reads the indexes once for 20 calls of /readyz, and answers 20 at once by one check', async ({ app }) => {
  const { collections, checkReady } = app.deps;
  const { listIndexes } = await count(app, () => missingIndexes(collections));
  expect(listIndexes).toBeGreaterThan(20);
  app.advance(INDEX_CHECK_KEPT_MS);
  const probes = await count(app, async () => {
    for (let each = 0; each < 20; each++)
      expect((await rawRequest(app.origin, { path: '/readyz' })).status).toBe(200);
  });
  expect(probes).toEqual({ ping: 20, listIndexes });
  const atOnce = () => Promise.all(Array.from({ length: 20 }, () => checkReady()));
  expect(await count(app, atOnce)).toEqual({ ping: 1, listIndexes: 0 });
  app.advance(INDEX_CHECK_KEPT_MS);
  expect(await count(app, checkReady)).toEqual({ ping: 1, listIndexes });
});

it('reads the indexes again after a failure, because the database may be another one', async ({ app }) => {
  const { db, deps } = app;
  const { collections, now } = deps;
  let waitingFor: string | null = null;
  const migrations = { ...deps.migrations, waitingFor: () => waitingFor };
  const check = createReadinessCheck({ db, collections, ownFields: [], migrations, now });
  const { listIndexes } = await count(app, check);
  expect(await count(app, check)).toEqual({ ping: 1, listIndexes: 0 });
  waitingFor = 'a reason';
  await expect(check()).rejects.toThrow('a reason');
  waitingFor = null;
  expect(await count(app, check)).toEqual({ ping: 1, listIndexes });
});

it('begins no check for a request that is refused at once, because nobody would handle its failure', async ({
  app,
}) => {
  const outage = new DatabaseOutage(() => Promise.resolve());
  outage.note(performance.now());
  const budget = new RequestBudget(1000, outage);
  const sent = await count(app, async () => {
    const refused = runWithinBudget(budget, app.deps.checkReady);
    await expect(refused).rejects.toThrow(DatabaseTooSlowError);
    await app.db.command({ ping: 1 });
  });
  expect(sent).toEqual({ ping: 1, listIndexes: 0 });
});
