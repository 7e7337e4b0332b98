import type { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { runDueJobs } from '../job-runner.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { findOrCreateUserByVerifiedEmail } from '../users/users.ts';
import { makeSecurityEvent, OUTBOX_LEFT_AFTER_MS, writeOutbox } from './security-events.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;

async function somebody(app: TestApp): Promise<ObjectId> {
  return (await findOrCreateUserByVerifiedEmail(app.deps, uniqueEmail(), CLIENT)).user._id;
}

/** Stores a decision that tells these events, as a deciding write does. */
async function decide(
  app: TestApp,
  userId: ObjectId,
  events: readonly EventContent[],
  mailTo?: string,
): Promise<SecurityEvent> {
  const securityEvent = makeSecurityEvent(app.deps, {
    ...(mailTo === undefined ? { kind: null, mailTo: [] } : { kind: 'password-changed', mailTo: [mailTo] }),
    requestOrigin: null,
    events,
  });
  await app.deps.collections.users.updateOne({ _id: userId }, { $push: { outbox: securityEvent } });
  return securityEvent;
}

/** Another process has objects of its own for the same collections, so it does not know what this one writes. */
function anotherProcess({ deps }: TestApp): Dependencies {
  return { ...deps, collections: { ...deps.collections } };
}

/** The stored events after `user.created`, as `sequence what`. */
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

describe('the events of decisions', () => {
  it('are written in the order of the decisions, whichever is written first', async ({ app }) => {
    const userId = await somebody(app);
    await decide(app, userId, updatedEvents(['name']));
    await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
    const last = await decide(app, userId, updatedEvents(['phone']));
    await decide(app, userId, updatedEvents(['externalId']));
    await writeOutbox(app.deps, userId, last);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
    // The caller of the newest one writes it.
    expect(await outboxOf(app, userId)).toEqual({ waiting: 1, written: 5 });
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('are stored once by 50 parallel calls of two processes', async ({ app }) => {
    const userId = await somebody(app);
    const processes = [app.deps, anotherProcess(app)];
    const decided: SecurityEvent[] = [];
    for (let n = 0; n < 10; n++) decided.push(await decide(app, userId, updatedEvents([`data.${n}`])));
    await Promise.all(
      Array.from({ length: 50 }, async (_, way) => {
        const securityEvent = decided[way % decided.length];
        if (securityEvent) await writeOutbox(processes[way % 2] ?? app.deps, userId, securityEvent);
      }),
    );
    expect(await toldOf(app, userId)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 2} data.${n}`));
    expect(await outboxOf(app, userId)).toEqual({ waiting: 0, written: 11 });
    expect(app.logLines.filter(({ msg }) => msg === 'outbox not written yet')).toEqual([]);
  });

  it('are stored once when decisions go on while two processes write', async ({ app }) => {
    const userId = await somebody(app);
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

  it.for([
    ['by one command', {}],
    [
      'by one command for each collection (MongoDB 7)',
      { joinedWrites: { send: () => Promise.resolve(false) } },
    ],
  ] as const)(
    'keep their sequence when the writing %s ends after any command',
    async ([, parts], { app }) => {
      const { activity, jobs } = app.deps.collections;
      for (let n = 0, struck = true; struck; n++) {
        const userId = await somebody(app);
        await decide(app, userId, updatedEvents(['name']), uniqueEmail());
        const last = await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
        faults.arm('killed', n);
        await writeOutbox({ ...app.deps, ...parts }, userId, last);
        struck = faults.disarm().struck;
        expect(await brokenInvariants(app.db)).toEqual([]);
        // Another decision comes before the next try.
        const later = await decide(app, userId, updatedEvents(['phone']));
        await writeOutbox({ ...anotherProcess(app), ...parts }, userId, later);
        expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
        expect(await activity.countDocuments({ userId, kind: 'password-changed' })).toBe(1);
        expect(await jobs.countDocuments({ userId })).toBe(1);
      }
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  it('wait behind a decision that cannot be written', async ({ app }) => {
    const userId = await somebody(app);
    const first = await decide(app, userId, updatedEvents(['name']));
    const second = await decide(app, userId, updatedEvents(['image']));
    const { users } = app.deps.collections;
    const change = { _id: userId, 'outbox._id': first._id };
    // A newer version may write this during a rolling deployment.
    const unknown = { ...first, kind: 'of-tomorrow' as never, mailTo: ['a@example.test'] };
    await users.updateOne(change, { $set: { 'outbox.$': unknown } });
    await writeOutbox(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual([]);
    await users.updateOne(change, { $set: { 'outbox.$': first } });
    await writeOutbox(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image']);
  });

  it('are written by the job runner when those of another person cannot be written', async ({ app }) => {
    const [stuck, other] = [await somebody(app), await somebody(app)];
    const { users } = app.deps.collections;
    const unknown = {
      ...(await decide(app, stuck, [])),
      kind: 'of-tomorrow' as never,
      mailTo: ['a@example.test'],
    };
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
