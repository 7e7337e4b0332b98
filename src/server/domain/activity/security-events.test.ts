import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { mailsOf } from '../../../testing/app/mails.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { runDueJobs } from '../job-runner.ts';
import { makeAuditEntry } from '../rules/authority.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';
import {
  makeSecurityEvent,
  makeUnseenEvent,
  OUTBOX_LEFT_AFTER_MS,
  writeLeftOutboxes,
  writeOutbox,
} from './security-events.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const REQUEST_CONTEXT = {
  ip: '203.0.113.7',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0',
  locale: 'de',
  proofOfWork: null,
} as const;

async function aStoredUser(app: TestApp): Promise<ObjectId> {
  return (await findOrCreateUserByVerifiedEmail(app.deps, uniqueEmail(), REQUEST_CONTEXT)).user._id;
}

async function putInOutbox(
  app: TestApp,
  _id: ObjectId,
  securityEvent: SecurityEvent,
): Promise<SecurityEvent> {
  await app.deps.collections.users.updateOne({ _id }, { $push: { outbox: securityEvent } });
  return securityEvent;
}

const decide = (app: TestApp, userId: ObjectId, events: readonly EventContent[]) =>
  putInOutbox(app, userId, makeUnseenEvent(app.deps, events));

const decideWithMail = (app: TestApp, userId: ObjectId, mailTo: readonly string[] = []) =>
  putInOutbox(
    app,
    userId,
    makeSecurityEvent(app.deps, {
      kind: 'access-token-created',
      requestContext: REQUEST_CONTEXT,
      label: 'Deploys',
      mailTo,
      events: updatedEvents(['name']),
    }),
  );

const decideWithAudit = (app: TestApp, userId: ObjectId, kind: 'roles-changed' | null) =>
  putInOutbox(
    app,
    userId,
    makeSecurityEvent(app.deps, {
      kind,
      requestContext: null,
      mailTo: [],
      events: [],
      audit: makeAuditEntry({ kind: 'server' }, { ip: '198.51.100.9' }, CHANGE),
    }),
  );
const CHANGE = {
  action: 'user-roles-changed',
  reason: 'A new colleague',
  before: { roles: [] },
  after: { roles: ['editor'] },
} as const;

/** Another process has its own objects for the collections, so it does not know what this one writes. */
const anotherProcess = ({ deps }: TestApp): Dependencies => ({
  ...deps,
  collections: { ...deps.collections },
});

const rowsOf = ({ deps }: TestApp, userId: ObjectId) => deps.collections.activity.find({ userId }).toArray();

/** The stored events after `user.created`, as `2 name`. */
async function toldOf({ deps }: TestApp, subject: ObjectId): Promise<string[]> {
  const events = await deps.collections.events.find({ subject }).sort({ sequence: 1 }).toArray();
  return events
    .slice(1)
    .map(({ sequence, data }) => `${sequence} ${'changed' in data ? data.changed.join() : ''}`);
}

async function outboxOf({ deps }: TestApp, _id: ObjectId) {
  const user = await deps.collections.users.findOne({ _id });
  return { waiting: user?.outbox?.length ?? 0, written: user?.eventSequence ?? 0 };
}

describe('a security event', () => {
  it('writes one activity, and one mail to each address in the person’s language', async ({ app }) => {
    const userId = await aStoredUser(app);
    const [first, second] = [uniqueEmail(), uniqueEmail()];
    const securityEvent = await decideWithMail(app, userId, [first, second]);
    await writeOutbox(app.deps, userId, securityEvent);
    await writeOutbox(app.deps, userId, securityEvent);
    const { mailTo: _mailTo, events: _events, ...row } = securityEvent;
    expect(await rowsOf(app, userId)).toEqual([{ ...row, userId }]);
    expect(await outboxOf(app, userId)).toMatchObject({ waiting: 0 });

    const mails = [...(await mailsOf(app, first)), ...(await mailsOf(app, second))];
    expect(mails).toHaveLength(2);
    expect(mails[0]?.subject).toMatch(/^Bei .* wurde ein Zugriffstoken erstellt$/);
    expect(mails[0]?.text).toContain('Wo: Firefox unter Linux, 203.0.113.7');
    expect(new Set(mails.map(({ messageId }) => messageId)).size).toBe(2);
    // A further call mails nothing, because the job and the event are removed.
    await writeOutbox(app.deps, userId, securityEvent);
    expect(await app.deps.collections.jobs.countDocuments()).toBe(0);
  });

  it('writes its row of the audit log once, of which the person sees nothing', async ({ app }) => {
    const userId = await aStoredUser(app);
    for (const kind of ['roles-changed', null] as const) {
      const securityEvent = await decideWithAudit(app, userId, kind);
      const { _id, at } = securityEvent;
      await writeOutbox(app.deps, userId, securityEvent);
      await putInOutbox(app, userId, securityEvent);
      await writeOutbox(app.deps, userId, securityEvent);
      expect(await app.deps.collections.audit.find({ 'subject.id': userId, _id }).toArray()).toEqual([
        {
          ...CHANGE,
          _id,
          at,
          actor: { kind: 'server' },
          subject: { kind: 'user', id: userId },
          ip: '198.51.100.9',
        },
      ]);
      const row = { _id, userId, kind, method: null, label: null, ip: null, userAgent: null, at };
      const rows = await app.deps.collections.activity.find({ _id }).toArray();
      expect(rows).toEqual(kind === null ? [] : [row]);
    }
  });

  it('is written by the job runner when its own request has not written it for a while', async ({ app }) => {
    const userId = await aStoredUser(app);
    await decideWithMail(app, userId);
    app.advance(OUTBOX_LEFT_AFTER_MS - 1000);
    await writeLeftOutboxes(app.deps);
    expect(await rowsOf(app, userId)).toEqual([]);
    app.advance(1000);
    await Promise.all([writeLeftOutboxes(app.deps), writeLeftOutboxes(app.deps)]);
    expect(await rowsOf(app, userId)).toHaveLength(1);
  });

  it('of a deleted user is dropped', async ({ app }) => {
    const securityEvent = await decideWithMail(app, await aStoredUser(app));
    const nobody = new ObjectId();
    await writeOutbox(app.deps, nobody, securityEvent);
    expect(await rowsOf(app, nobody)).toEqual([]);
  });
});

describe('the events of decisions', () => {
  it('are written in the order of the decisions, whichever is written first', async ({ app }) => {
    const userId = await aStoredUser(app);
    await decide(app, userId, updatedEvents(['name']));
    await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
    const last = await decide(app, userId, updatedEvents(['phone']));
    await decide(app, userId, updatedEvents(['externalId']));
    await writeOutbox(app.deps, userId, last);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
    expect(await outboxOf(app, userId)).toEqual({ waiting: 1, written: 5 });
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('are stored and mailed once by 50 parallel calls of two processes', async ({ app }) => {
    const userId = await aStoredUser(app);
    const address = uniqueEmail();
    const processes = [app.deps, anotherProcess(app)];
    const decided = [await decideWithMail(app, userId, [address])];
    for (let n = 1; n < 10; n++) decided.push(await decide(app, userId, updatedEvents([`data.${n}`])));
    await Promise.all(
      Array.from({ length: 50 }, async (_, way) => {
        const securityEvent = decided[way % decided.length];
        if (securityEvent) await writeOutbox(processes[way % 2] ?? app.deps, userId, securityEvent);
      }),
    );
    const told = Array.from({ length: 10 }, (_, n) => `${n + 2} ${n === 0 ? 'name' : `data.${n}`}`);
    expect(await toldOf(app, userId)).toEqual(told);
    expect(await outboxOf(app, userId)).toEqual({ waiting: 0, written: 11 });
    expect(app.logLines.filter(({ msg }) => msg === 'outbox not written yet')).toEqual([]);
    expect(await rowsOf(app, userId)).toHaveLength(1);
    expect(await mailsOf(app, address)).toHaveLength(1);
  });

  it('are stored once when decisions go on while two processes write', async ({ app }) => {
    const userId = await aStoredUser(app);
    const processes = [app.deps, anotherProcess(app)];
    await Promise.all(
      Array.from({ length: 30 }, async (_, way) => {
        const securityEvent = await decide(app, userId, updatedEvents([`data.${way}`]));
        await writeOutbox(processes[way % 2] ?? app.deps, userId, securityEvent);
      }),
    );
    expect(await outboxOf(app, userId)).toEqual({ waiting: 0, written: 31 });
    expect(new Set((await toldOf(app, userId)).map((told) => told.split(' ')[1])).size).toBe(30);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  const BY_COLLECTION = { joinedWrites: { send: () => Promise.resolve(false) } };
  it.for([
    ['by one command', {}],
    ['by one command for each collection (MongoDB 7)', BY_COLLECTION],
  ] as const)(
    'keep their sequence when the writing %s ends after any command',
    async ([, parts], { app }) => {
      const { jobs } = app.deps.collections;
      for (let n = 0, struck = true; struck; n++) {
        const userId = await aStoredUser(app);
        await decideWithMail(app, userId, [uniqueEmail()]);
        const last = await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
        faults.arm('killed', n);
        await writeOutbox({ ...app.deps, ...parts }, userId, last);
        struck = faults.disarm().struck;
        expect(await brokenInvariants(app.db)).toEqual([]);
        const later = await decide(app, userId, updatedEvents(['phone']));
        await writeOutbox({ ...anotherProcess(app), ...parts }, userId, later);
        expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
        expect(await rowsOf(app, userId)).toMatchObject([{ kind: 'access-token-created' }]);
        expect(await jobs.countDocuments({ userId })).toBe(1);
      }
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  it('wait behind a decision that cannot be written, and the log says so', async ({ app }) => {
    const userId = await aStoredUser(app);
    const first = await decideWithMail(app, userId);
    const second = await decide(app, userId, updatedEvents(['image']));
    const { users } = app.deps.collections;
    const change = { _id: userId, 'outbox._id': first._id };
    // A newer version may write this during a rolling deployment.
    const unknown = { ...first, kind: 'of-tomorrow' as never, mailTo: ['a@example.test'] };
    await users.updateOne(change, { $set: { 'outbox.$': unknown } });
    await writeOutbox(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual([]);
    expect(app.logLines.at(-1)).toMatchObject({
      msg: 'outbox not written yet',
      securityEventId: second._id.toHexString(),
    });
    await users.updateOne(change, { $set: { 'outbox.$': first } });
    await writeOutbox(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image']);
    expect(await rowsOf(app, userId)).toHaveLength(1);
  });

  it('are written by the job runner when those of another person cannot be written', async ({ app }) => {
    const [stuck, other] = [await aStoredUser(app), await aStoredUser(app)];
    const { users } = app.deps.collections;
    const mailTo = ['a@example.test'];
    const unknown = { ...(await decide(app, stuck, [])), kind: 'of-tomorrow' as never, mailTo };
    await users.updateOne({ _id: stuck }, { $set: { outbox: [unknown] } });
    await decide(app, other, updatedEvents(['name']));
    app.advance(2 * OUTBOX_LEFT_AFTER_MS);
    await runDueJobs(app.deps);
    expect((await users.findOne({ _id: stuck }))?.outbox).toEqual([unknown]);
    expect(await outboxOf(app, other)).toEqual({ waiting: 0, written: 2 });
    expect(await toldOf(app, other)).toEqual(['2 name']);
    await users.updateOne({ _id: stuck }, { $set: { outbox: [] } });
  });
});
