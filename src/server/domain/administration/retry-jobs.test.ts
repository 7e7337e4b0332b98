import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { JOB_LEASE_MS } from '../../../shared/limits.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { dieBeforeAudit, MAIL, mailsSent, makeFailedMail } from '../../../testing/webhooks/failed-jobs.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { runDueJobs } from '../job-runner.ts';
import { enqueueJob } from '../jobs/jobs.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

/** The lists of the rows of the audit log that an administrator's calls made. */
async function listedBy({ deps }: TestApp, userId: ObjectId): Promise<unknown[]> {
  const rows = await deps.collections.audit.find({ action: 'job-retried', 'actor.userId': userId }).toArray();
  return rows.map(({ after }) => after?.['jobs']);
}

describe('administration.retryJobs', () => {
  it('lets those run again that were given up, with one row of the audit log', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const jobs = [await makeFailedMail(app), await makeFailedMail(app)];
    const waiting = new ObjectId();
    await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, waiting, null, new Date(Date.now() + 10 ** 9));
    const ids = [...jobs, waiting, new ObjectId()].map((id) => id.toHexString());
    expect(await client.administration.retryJobs.mutate({ ids })).toEqual({ count: 2 });
    expect(await client.administration.retryJobs.mutate({ ids })).toEqual({ count: 0 });
    await runDueJobs(app.deps);
    expect(mailsSent(app)).toHaveLength(2);
    const rows = await app.deps.collections.audit.find({ 'actor.userId': userId }).toArray();
    expect(rows).toMatchObject([
      {
        action: 'job-retried',
        subject: null,
        after: { kinds: ['mail'], jobs: jobs.map((id) => id.toHexString()) },
      },
    ]);
  });

  it('of 20 parallel calls, each job is counted by one', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const jobs = await Promise.all(Array.from({ length: 3 }, () => makeFailedMail(app)));
    const ids = jobs.map((id) => id.toHexString());
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => client.administration.retryJobs.mutate({ ids })),
    );
    expect(answers.reduce((sum, { count }) => sum + count, 0)).toBe(3);
    const listed = (await listedBy(app, userId)).flat();
    expect(listed).toHaveLength(ids.length);
    expect(new Set(listed)).toEqual(new Set(ids));
  });

  it.for([false, true])(
    'of two calls that overlap, each row lists what its call took (killed before its row: %s)',
    async (isKilled, { app }) => {
      const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
      const [first, shared, last] = [
        await makeFailedMail(app),
        await makeFailedMail(app),
        await makeFailedMail(app),
      ];
      const retry = ({ client }: typeof one, ...jobs: ObjectId[]) =>
        client.administration.retryJobs.mutate({ ids: jobs.map((id) => id.toHexString()) });
      const deciding = faults.holdBefore('jobs.updateMany');
      const call = retry(one, first, shared);
      await deciding.reached;
      expect(await retry(other, shared, last)).toEqual({ count: 2 });
      const decide = () => {
        deciding.release();
        return call;
      };
      if (isKilled) await dieBeforeAudit(faults, decide);
      else expect(await decide()).toEqual({ count: 1 });
      app.advance(JOB_LEASE_MS);
      await runDueJobs(app.deps);
      expect(await listedBy(app, one.userId)).toEqual([[first.toHexString()]]);
      expect(await listedBy(app, other.userId)).toEqual([[shared.toHexString(), last.toHexString()]]);
      expect(mailsSent(app)).toHaveLength(3);
    },
  );

  it('is in the audit log also after a kill between the decision and its row', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const ids = [(await makeFailedMail(app)).toHexString(), (await makeFailedMail(app)).toHexString()];
    await dieBeforeAudit(faults, () => client.administration.retryJobs.mutate({ ids }));
    app.advance(JOB_LEASE_MS);
    await runDueJobs(app.deps);
    expect(await app.deps.collections.audit.countDocuments({ 'actor.userId': userId })).toBe(1);
    expect(mailsSent(app)).toHaveLength(2);
  });
});
