import { describe, expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { aSignedInUser, NO_ORIGIN, type SignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { setUserData, updateUser } from '../administration/user-changes.ts';
import type { Actor } from '../rules/actor.ts';
import { setOwnData, updateProfile } from './profile.ts';

const faults = createFaultInjector();
const everybody = ['person', 'application', 'administrator'] as const;
const configuration = checkConfiguration(
  defineFoyer({
    fields: z.object({
      newsletter: field(z.boolean(), { read: everybody, write: everybody, label: { en: 'Newsletter' } }),
      plan: field(z.enum(['free', 'paid']), { read: everybody, write: everybody, label: { en: 'Plan' } }),
    }),
  }),
);
const it = testWith({ faults, configuration });

type Change = (app: TestApp, actor: Actor) => Promise<unknown>;
const SERVER = { kind: 'server' } as const;
const idOf = ({ user }: Actor) => user._id.toHexString();

const CHANGES: Readonly<Record<string, Change>> = {
  'profile.update': ({ deps }, actor) => updateProfile(deps, actor, { name: 'Grace', locale: 'de' }),
  'profile.setData': ({ deps }, actor) => setOwnData(deps, actor, { newsletter: true }),
  'users.update': ({ deps }, actor) =>
    updateUser(deps, SERVER, { id: idOf(actor), name: 'Grace', locale: 'de' }, NO_ORIGIN),
  'users.setData': ({ deps }, actor) =>
    setUserData(deps, SERVER, { id: idOf(actor), data: { plan: 'paid' } }, NO_ORIGIN),
};

async function readUser({ deps }: TestApp, { userId }: SignedInUser): Promise<UserDocument> {
  const user = await deps.collections.users.findOne({ _id: userId });
  if (!user) throw new Error('the user is gone');
  return user;
}

async function toldOf({ deps }: TestApp, { userId }: SignedInUser): Promise<string[]> {
  const events = deps.collections.events
    .find({ subject: userId, type: 'user.updated' })
    .sort({ sequence: 1 });
  return (await events.toArray()).flatMap(({ data }) => ('changed' in data ? data.changed : []));
}

describe('a change of the profile', () => {
  it.for(Object.keys(CHANGES))('is not told again when %s changes nothing', async (name, { app }) => {
    const person = await aSignedInUser(app);
    await CHANGES[name]?.(app, await actorOf(app.deps, person.agent));
    const told = await toldOf(app, person);
    expect(told).not.toEqual([]);
    await CHANGES[name]?.(app, await actorOf(app.deps, person.agent));
    expect(await toldOf(app, person)).toEqual(told);
  });

  it('is told once each by 20 parallel changes, and the last one is stored', async ({ app }) => {
    const person = await aSignedInUser(app);
    const actor = await actorOf(app.deps, person.agent);
    const { name: before } = actor.user;
    await Promise.all(
      Array.from({ length: 20 }, (_, way) => updateProfile(app.deps, actor, { name: `Name ${way % 2}` })),
    );
    const told = await toldOf(app, person);
    const { name } = await readUser(app, person);
    expect(name).not.toBe(before);
    // Between two names, each change leads to the other one.
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(20);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});
