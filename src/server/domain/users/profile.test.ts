import { describe, expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { importUsersInput } from '../../../shared/schemas/users-import.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { aSignedInUser, readUser, type SignedInUser } from '../../../testing/users/signed-in-users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import { searchKeyOf } from '../../database/search-key.ts';
import { importUsers } from '../administration/import/import-users.ts';
import { setUserData, updateUser } from '../administration/user-changes.ts';
import { createUser } from '../administration/user-creation.ts';
import type { Actor } from '../rules/actor.ts';
import { setOwnData, updateProfile } from './profile.ts';
import { createUserWithAccount } from './users.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const everybody = ['person', 'application', 'administrator'] as const;
const configuration = checkConfiguration(
  defineFoyer({
    fields: z.object({
      newsletter: field(z.boolean(), { read: everybody, write: everybody, label: { en: 'Newsletter' } }),
      plan: field(z.enum(['free', 'paid']), { read: everybody, write: everybody, label: { en: 'Plan' } }),
    }),
  }),
);
const it = testWith({ configuration });

type Change = (app: TestApp, actor: Actor) => Promise<unknown>;
const SERVER = { kind: 'server' } as const;
const idOf = ({ user }: Actor) => user._id.toHexString();

const CHANGES: Readonly<Record<string, Change>> = {
  'profile.update': ({ deps }, actor) => updateProfile(deps, actor, { name: 'Grace', locale: 'de' }),
  'profile.setData': ({ deps }, actor) => setOwnData(deps, actor, { newsletter: true }),
  'users.update': ({ deps }, actor) =>
    updateUser(deps, SERVER, { id: idOf(actor), name: 'Grace', locale: 'de' }, NO_REQUEST),
  'users.setData': ({ deps }, actor) =>
    setUserData(deps, SERVER, { id: idOf(actor), data: { plan: 'paid' } }, NO_REQUEST),
};

async function toldOf({ deps }: TestApp, { userId }: SignedInUser): Promise<string[]> {
  const updates = deps.collections.events.find({ subject: userId, type: 'user.updated' });
  return (await updates.sort({ sequence: 1 }).toArray()).flatMap(({ data }) =>
    'changed' in data ? data.changed : [],
  );
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
    await Promise.all(
      Array.from({ length: 20 }, (_, way) => updateProfile(app.deps, actor, { name: `Name ${way % 2}` })),
    );
    const told = await toldOf(app, person);
    expect((await readUser(app, person)).name).not.toBe(actor.user.name);
    // Between two names, each change leads to the other one.
    expect(told.length).toBeGreaterThan(0);
    expect(told.length).toBeLessThanOrEqual(20);
    expect(await brokenInvariants(app.db)).toEqual([]);
  });
});

it('stores the search key of a name with each write of the name', async ({ app }) => {
  const { deps } = app;
  const { users } = deps.collections;
  await users.deleteMany({});
  await signUpWithPassword(app, uniqueEmail());
  const account = { provider: 'demo-one', providerAccountId: uniqueEmail(), type: 'oidc' } as const;
  await createUserWithAccount(deps, { name: 'Grace HOPPER', verifiedEmail: null, locale: 'en' }, account);
  const created = { email: uniqueEmail(), name: 'Édith', emailVerified: true };
  const { id } = await createUser(deps, SERVER, created, NO_REQUEST);
  const people = [{ externalId: uniqueEmail(), email: uniqueEmail(), emailVerified: true, name: 'Jürgen' }];
  await importUsers(deps, SERVER, importUsersInput.parse({ people }), NO_REQUEST);
  const { agent } = await aSignedInUser(app);
  const expectKeys = async () => {
    const stored = await users.find().toArray();
    expect(stored).toHaveLength(5);
    for (const { name, nameKey } of stored) expect([name, nameKey]).toEqual([name, searchKeyOf(name)]);
  };
  await expectKeys();
  await updateProfile(deps, await actorOf(deps, agent), { name: 'Zoë' });
  await updateUser(deps, SERVER, { id, name: 'EDITH Clarke' }, NO_REQUEST);
  await expectKeys();
  await updateProfile(deps, await actorOf(deps, agent), { locale: 'de' });
  await updateUser(deps, SERVER, { id, name: null }, NO_REQUEST);
  await expectKeys();
});
