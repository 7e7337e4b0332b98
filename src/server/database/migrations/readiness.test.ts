import { expect, it } from 'vitest';
import { createTestApp } from '../../../testing/app/test-app.ts';
import { MAIL } from '../../../testing/webhooks/failed-jobs.ts';
import { enqueueJob } from '../../domain/jobs/jobs.ts';
import { startJobs } from '../../domain/job-runner.ts';

it('returns 503 and runs no job until the migrations that must come first are done', async () => {
  let isBroken = true;
  const migration = {
    id: 1,
    name: 'a test of what waits',
    mustComeFirst: true,
    runBatch: () => (isBroken ? Promise.reject(new Error('a reason')) : Promise.resolve(null)),
  };
  await using app = await createTestApp({ migrations: [migration] });
  const agent = app.agent();
  const statusOf = async (path: string) => (await agent.request(path)).status;
  const requestAll = async () => [
    await statusOf('/trpc/session.get'),
    await statusOf('/trpc/session.get,providers.list?batch=1'),
    await statusOf('/auth/session'),
    (await agent.postJson('/trpc/session.requestLink', { email: 'ada@example.test' })).status,
  ];
  await enqueueJob(app.deps, { kind: 'mail', mail: MAIL });
  const endJobs = startJobs(app.deps, 10);

  expect(await statusOf('/healthz')).toBe(200);
  const waiting = await agent.request('/readyz');
  expect(waiting.status).toBe(503);
  expect(waiting.json()).toEqual({
    status: 'not ready',
    reason: 'database migration 1 (a test of what waits) has to be done first',
  });
  expect(await requestAll()).toEqual([503, 503, 503, 503]);

  await expect(app.deps.migrations.runDue()).rejects.toThrow('a reason');
  expect((await agent.request('/readyz')).json()).toMatchObject({
    reason: expect.stringContaining('has failed'),
  });
  const refused = await agent.request('/trpc/session.get');
  expect(refused.json()).toMatchObject({ error: { data: { appCode: 'UNAVAILABLE' } } });
  expect(refused.headers.get('retry-after')).toBe('10');
  expect(await app.deps.collections.jobs.countDocuments()).toBe(1);

  isBroken = false;
  await app.deps.migrations.runDue();
  expect(await statusOf('/readyz')).toBe(200);
  expect(await requestAll()).toEqual([200, 200, 200, 200]);
  await expect.poll(() => app.deps.collections.jobs.countDocuments()).toBe(0);
  await endJobs();
});
