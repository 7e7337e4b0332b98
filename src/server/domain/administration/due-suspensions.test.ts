import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../../shared/limits.ts';
import { membersOf } from '../../../testing/users/administrators.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { anAdministrator, NO_ORIGIN } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { endDueSuspensions } from './due-suspensions.ts';
import { createUser } from './user-creation.ts';
import { resumeUser, suspendUser } from './suspensions.ts';

const it = testWith();

async function suspendedForAnHour(app: TestApp) {
  const server = { kind: 'server' } as const;
  const { id } = await createUser(app.deps, server, { email: uniqueEmail(), emailVerified: true }, NO_ORIGIN);
  const until = new Date(app.deps.now().getTime() + HOUR_MS).toISOString();
  await suspendUser(app.deps, server, { id, reason: 'Spam', until }, NO_ORIGIN);
  return id;
}

const resumptionsOf = (app: TestApp, id: string) =>
  app.deps.collections.events.countDocuments({ subject: new ObjectId(id), type: 'user.resumed' });
const suspensionOf = async (app: TestApp, id: string) =>
  (await app.deps.collections.users.findOne({ _id: new ObjectId(id) }))?.suspension;

describe('a suspension with an end', () => {
  it('ends when its time is over, which is told once', async ({ app }) => {
    const id = await suspendedForAnHour(app);
    await endDueSuspensions(app.deps);
    expect(await suspensionOf(app, id)).toBeDefined();
    expect(await resumptionsOf(app, id)).toBe(0);

    app.advance(HOUR_MS);
    await Promise.all(Array.from({ length: 5 }, () => endDueSuspensions(app.deps)));
    expect(await suspensionOf(app, id)).toBeUndefined();
    expect(await resumptionsOf(app, id)).toBe(1);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('is not ended twice when somebody has ended it before', async ({ app }) => {
    const id = await suspendedForAnHour(app);
    await resumeUser(app.deps, { kind: 'server' }, { id }, NO_ORIGIN);
    app.advance(HOUR_MS);
    await endDueSuspensions(app.deps);
    expect(await resumptionsOf(app, id)).toBe(1);
  });

  it('counts an administrator again', async ({ app }) => {
    await anAdministrator(app);
    const { id } = await anAdministrator(app);
    const until = new Date(app.deps.now().getTime() + HOUR_MS).toISOString();
    await suspendUser(app.deps, { kind: 'server' }, { id, reason: 'Holidays', until }, NO_ORIGIN);
    expect(await membersOf(app)).not.toContain(id);
    app.advance(HOUR_MS);
    await endDueSuspensions(app.deps);
    expect(await membersOf(app)).toContain(id);
  });
});
