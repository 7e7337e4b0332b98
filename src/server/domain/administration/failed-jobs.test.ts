import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { JOB_LEASE_MS } from '../../../shared/limits.ts';
import { FAILED_JOB_KEPT_MS } from '../../database/required-indexes.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf, countParallel } from '../../../testing/app/app-code.ts';
import {
  dieBeforeAudit,
  MAIL,
  mailsSent,
  makeFailedMail,
  REFUSING,
} from '../../../testing/webhooks/failed-jobs.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { aSignedInUser, auditOf } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { sweepExpired } from '../../database/sweeper.ts';
import { runDueJobs } from '../job-runner.ts';
import { enqueueJob } from '../jobs/jobs.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

/** Runs jobs as one process until this one is gone. */
async function runUntilGone(app: TestApp, _id: ObjectId): Promise<void> {
  while ((await app.deps.collections.jobs.countDocuments({ _id })) > 0) await runDueJobs(app.deps);
}

async function listedBy({ deps }: TestApp, userId: ObjectId): Promise<unknown[]> {
  const rows = await deps.collections.audit.find({ action: 'job-retried', 'actor.userId': userId }).toArray();
  return rows.map(({ after }) => after?.['jobs']);
}

describe('a job that is given up', () => {
  it('is listed without what it contains, newest first, and does not run by itself', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const first = await makeFailedMail(app, person.userId);
    const second = await makeFailedMail(app);
    expect(await client.administration.failedJobs.query()).toEqual([
      {
        id: second.toHexString(),
        kind: 'mail',
        userId: null,
        attempts: 1,
        failure: '550 no such mailbox',
        createdAt: expect.any(String),
        failedAt: expect.any(String),
      },
      expect.objectContaining({ id: first.toHexString(), userId: person.id }),
    ]);
    await runDueJobs(app.deps);
    expect(app.mailbox.messages).toEqual([]);
  });

  it('is removed after 30 days', async ({ app }) => {
    const id = await makeFailedMail(app);
    const { db, deps } = app;
    const { failedAt } = (await deps.collections.jobs.findOne({ _id: id })) ?? {};
    const end = (failedAt?.getTime() ?? 0) + FAILED_JOB_KEPT_MS;
    await sweepExpired(db, new Date(end - 1));
    expect(await deps.collections.jobs.countDocuments({ _id: id })).toBe(1);
    await sweepExpired(db, new Date(end));
    expect(await deps.collections.jobs.countDocuments({ _id: id })).toBe(0);
  });

  it('is removed at once when its person is deleted, before or after', async ({ app }) => {
    const person = await aSignedInUser(app);
    const before = await makeFailedMail(app, person.userId);
    await app.client(person.agent).data.deleteAccount.mutate({ confirm: 'delete my account' });
    const { jobs } = app.deps.collections;
    expect(await jobs.countDocuments({ _id: before })).toBe(0);
    const after = await makeFailedMail(app, person.userId);
    expect(await jobs.countDocuments({ _id: after })).toBe(0);
  });

  it('is in the data export of its person', async ({ app }) => {
    const person = await aSignedInUser(app);
    await makeFailedMail(app, person.userId);
    const { waitingJobs } = await app.client(person.agent).data.export.mutate();
    expect(waitingJobs).toMatchObject([{ kind: 'mail', to: MAIL.to, nextTryAt: null }]);
  });
});

it.for(['retryJob', 'discardJob'] as const)(
  'administration.%s refuses a job that waits, and an unknown one',
  async (procedure, { app }) => {
    const { client } = await makeAdministrator(app);
    const waiting = new ObjectId();
    await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, waiting);
    for (const id of [waiting, new ObjectId()]) {
      const call = client.administration[procedure].mutate({ id: id.toHexString() });
      expect(await appCodeOf(call)).toBe('NOT_FOUND');
    }
    expect(await app.deps.collections.audit.countDocuments({ 'subject.id': waiting })).toBe(0);
    await runDueJobs(app.deps);
    expect(mailsSent(app)).toHaveLength(1);
  },
);

describe('administration.retryJob', () => {
  it('lets the job run again with all its attempts, and writes the audit log', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const id = (await makeFailedMail(app)).toHexString();
    expect(await client.administration.retryJob.mutate({ id })).toEqual({ id });
    expect(await client.administration.failedJobs.query()).toEqual([]);
    expect(await app.deps.collections.jobs.findOne({ _id: new ObjectId(id) })).toMatchObject({ attempts: 0 });
    await runDueJobs(app.deps);
    expect(app.mailbox.last(MAIL.to).subject).toBe(MAIL.subject);
    expect(await auditOf(app, id)).toMatchObject([
      {
        actor: { kind: 'administrator', userId },
        action: 'job-retried',
        subject: { kind: 'job' },
        after: { kind: 'mail' },
      },
    ]);
  });

  it('of many parallel calls, one succeeds and one row is written', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const id = (await makeFailedMail(app)).toHexString();
    const retry = () => client.administration.retryJob.mutate({ id });
    expect(await countParallel(retry)).toMatchObject({ done: 1 });
    expect(await auditOf(app, id)).toHaveLength(1);
  });

  it('is in the audit log also after a kill between the decision and its row', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const id = (await makeFailedMail(app)).toHexString();
    await dieBeforeAudit(faults, () => client.administration.retryJob.mutate({ id }));
    expect(await auditOf(app, id)).toEqual([]);
    await runDueJobs(app.deps);
    expect(await auditOf(app, id)).toHaveLength(1);
    expect(app.mailbox.last(MAIL.to).subject).toBe(MAIL.subject);
  });
});

describe('administration.discardJob', () => {
  it('deletes the job, which never runs, and writes the audit log', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const id = (await makeFailedMail(app)).toHexString();
    expect(await client.administration.discardJob.mutate({ id })).toEqual({ id });
    expect(await app.deps.collections.jobs.countDocuments({ _id: new ObjectId(id) })).toBe(0);
    await runDueJobs(app.deps);
    expect(app.mailbox.messages).toEqual([]);
    expect(await auditOf(app, id)).toMatchObject([
      { actor: { userId }, action: 'job-discarded', subject: { kind: 'job' }, before: { kind: 'mail' } },
    ]);
    expect(await appCodeOf(client.administration.discardJob.mutate({ id }))).toBe('NOT_FOUND');
  });

  it('or trying again: of two administrators one decides, while two processes run jobs', async ({ app }) => {
    const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
    await runDueJobs(app.deps);
    const { jobs } = app.deps.collections;
    for (let round = 0; round < rounds(1, 10); round++) {
      const _id = await makeFailedMail(app);
      const id = _id.toHexString();
      const [discarded, retried] = await Promise.allSettled([
        one.client.administration.discardJob.mutate({ id }),
        other.client.administration.retryJob.mutate({ id }),
        runUntilGone(app, _id),
        runUntilGone(app, _id),
      ]);
      const isRetried = retried.status === 'fulfilled';
      expect(discarded.status).toBe(isRetried ? 'rejected' : 'fulfilled');
      expect(mailsSent(app)).toHaveLength(isRetried ? 1 : 0);
      expect(await jobs.countDocuments({ _id })).toBe(0);
      expect(await auditOf(app, id)).toMatchObject([
        isRetried
          ? { action: 'job-retried', actor: { userId: other.userId } }
          : { action: 'job-discarded', actor: { userId: one.userId } },
      ]);
    }
  });

  it('is finished by the job runner after a kill, and the content is gone before', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const person = await aSignedInUser(app);
    const failed = await makeFailedMail(app, person.userId);
    const id = failed.toHexString();
    const { jobs } = app.deps.collections;
    await dieBeforeAudit(faults, () => client.administration.discardJob.mutate({ id }));
    expect(await client.administration.failedJobs.query()).toEqual([]);
    const left = await jobs.findOne({ _id: failed });
    expect(left).toMatchObject({ kind: 'discard', userId: null });
    expect(app.deps.vault.open(left?.payload ?? '', `job:${id}`)).toBe('{}');
    await runDueJobs(app.deps);
    expect(await jobs.countDocuments({ _id: failed })).toBe(0);
    expect(app.mailbox.messages).toEqual([]);
    expect(await auditOf(app, id)).toMatchObject([{ actor: { userId }, action: 'job-discarded' }]);
  });
});

describe('a job whose content cannot be read', () => {
  it('is given up, and runs when its secret is known again', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const id = new ObjectId();
    await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, id);
    await runDueJobs({ ...app.deps, vault: { ...app.deps.vault, open: () => null } });
    expect(await client.administration.failedJobs.query()).toMatchObject([
      { id: id.toHexString(), failure: 'the content was encrypted with another AUTH_SECRET' },
    ]);
    await client.administration.retryJob.mutate({ id: id.toHexString() });
    await runDueJobs(app.deps);
    expect(mailsSent(app)).toHaveLength(1);
  });
});

describe('a process whose lease has ended', () => {
  it('does not change what an administrator has decided meanwhile', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const id = new ObjectId();
    await enqueueJob(app.deps, { kind: 'mail', mail: MAIL }, id);
    const stopping = new AbortController();
    const slow = async () => {
      stopping.abort();
      // After the lease, another process takes the job and gives it up. An administrator then retries it.
      app.advance(JOB_LEASE_MS + 1);
      await runDueJobs({ ...app.deps, mail: REFUSING });
      await client.administration.retryJob.mutate({ id: id.toHexString() });
      return REFUSING.send();
    };
    await runDueJobs({ ...app.deps, mail: { send: slow, close: () => Promise.resolve() } }, stopping.signal);
    const { jobs } = app.deps.collections;
    expect(await jobs.countDocuments({ _id: id, failedAt: { $exists: false } })).toBe(1);
    await runDueJobs(app.deps);
    expect(mailsSent(app)).toHaveLength(1);
  });
});

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

  it.for([false, true])(
    'of two calls that overlap, each row lists what its call took (killed before its row: %s)',
    async (isKilled, { app }) => {
      const [one, other] = [await makeAdministrator(app), await makeAdministrator(app)];
      const [first, shared, last] = [
        await makeFailedMail(app),
        await makeFailedMail(app),
        await makeFailedMail(app),
      ] as const;
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
});
