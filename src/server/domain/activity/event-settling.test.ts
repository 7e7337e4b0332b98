import type { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/app/unique-name.ts';
import type { EventContent } from '../../../shared/schemas/events.ts';
import type { SecurityEvent } from '../../database/activity-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { updatedEvents } from '../rules/event-contents.ts';
import { findOrCreateUserByProvenEmail } from '../users/users.ts';
import { makeSecurityEvent, settleSecurityEvent } from './security-events.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const CLIENT = { ip: null, userAgent: null, locale: 'en', proofOfWork: null } as const;

async function somebody(app: TestApp): Promise<ObjectId> {
  return (await findOrCreateUserByProvenEmail(app.deps, uniqueEmail(), CLIENT)).user._id;
}

/** Stores a decision that tells these events, as a deciding write does. */
async function decide(
  app: TestApp,
  userId: ObjectId,
  events: readonly EventContent[],
): Promise<SecurityEvent> {
  const securityEvent = makeSecurityEvent(app.deps, { kind: null, client: null, mailTo: [], events });
  await app.deps.collections.users.updateOne({ _id: userId }, { $push: { outbox: securityEvent } });
  return securityEvent;
}

/** Another process has objects of its own for the same collections, so it knows nothing of the settlements of this one. */
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
  return { waiting: user?.outbox?.length ?? 0, settled: user?.eventSequence ?? 0 };
}

describe('the events of decisions', () => {
  it('are settled in the order of the decisions, whichever is settled first', async ({ app }) => {
    const userId = await somebody(app);
    await decide(app, userId, updatedEvents(['name']));
    await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
    const last = await decide(app, userId, updatedEvents(['phone']));
    await decide(app, userId, updatedEvents(['externalId']));
    await settleSecurityEvent(app.deps, userId, last);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
    // The caller of the newest one settles it.
    expect(await outboxOf(app, userId)).toEqual({ waiting: 1, settled: 5 });
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
        if (securityEvent) await settleSecurityEvent(processes[way % 2] ?? app.deps, userId, securityEvent);
      }),
    );
    expect(await toldOf(app, userId)).toEqual(Array.from({ length: 10 }, (_, n) => `${n + 2} data.${n}`));
    expect(await outboxOf(app, userId)).toEqual({ waiting: 0, settled: 11 });
    expect(app.logLines.filter(({ msg }) => msg === 'securityEvent not settled yet')).toEqual([]);
  });

  it('are stored once when decisions go on while two processes settle', async ({ app }) => {
    const userId = await somebody(app);
    const processes = [app.deps, anotherProcess(app)];
    await Promise.all(
      Array.from({ length: 30 }, async (_, way) => {
        const securityEvent = await decide(app, userId, updatedEvents([`data.${way}`]));
        await settleSecurityEvent(processes[way % 2] ?? app.deps, userId, securityEvent);
      }),
    );
    expect(await outboxOf(app, userId)).toEqual({ waiting: 0, settled: 31 });
    expect(new Set((await toldOf(app, userId)).map((told) => told.split(' ')[1])).size).toBe(30);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('keep their sequence when a settlement ends after any command', async ({ app }) => {
    for (let n = 0, struck = true; struck; n++) {
      const userId = await somebody(app);
      await decide(app, userId, updatedEvents(['name']));
      const last = await decide(app, userId, [...updatedEvents(['image']), ...updatedEvents(['locale'])]);
      faults.arm('killed', n);
      await settleSecurityEvent(app.deps, userId, last);
      struck = faults.disarm().struck;
      expect(await brokenInvariants(app.db)).toEqual([]);
      // Another decision comes before the next try.
      const later = await decide(app, userId, updatedEvents(['phone']));
      await settleSecurityEvent(anotherProcess(app), userId, later);
      expect(await toldOf(app, userId)).toEqual(['2 name', '3 image', '4 locale', '5 phone']);
    }
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('wait behind a decision that cannot be settled', async ({ app }) => {
    const userId = await somebody(app);
    const first = await decide(app, userId, updatedEvents(['name']));
    const second = await decide(app, userId, updatedEvents(['image']));
    const { users } = app.deps.collections;
    const change = { _id: userId, 'outbox._id': first._id };
    // A newer version may write this during a rolling deployment.
    const unknown = { ...first, kind: 'of-tomorrow' as never, mailTo: ['a@example.test'] };
    await users.updateOne(change, { $set: { 'outbox.$': unknown } });
    await settleSecurityEvent(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual([]);
    await users.updateOne(change, { $set: { 'outbox.$': first } });
    await settleSecurityEvent(app.deps, userId, second);
    expect(await toldOf(app, userId)).toEqual(['2 name', '3 image']);
  });
});
