import { describe, expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../../shared/foyer-config.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { actorOf } from '../../../testing/app/sessions.ts';
import { aSignedInPerson, NO_CLIENT, type SignedInPerson } from '../../../testing/app/signed-in-people.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { setPersonData, updatePerson } from '../administration/people-changes.ts';
import { OUTBOX_LEFT_AFTER_MS, writeLeftOutboxes } from '../activity/security-events.ts';
import { showUpload } from '../pictures/pictures.ts';
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
  'profile.setPicture': ({ deps }, actor) => showUpload(deps, actor, new Uint8Array([1])),
  'profile.setData': ({ deps }, actor) => setOwnData(deps, actor, { newsletter: true }),
  'users.update': ({ deps }, actor) =>
    updatePerson(deps, SERVER, { id: idOf(actor), name: 'Grace', locale: 'de' }, NO_CLIENT),
  'users.setData': ({ deps }, actor) =>
    setPersonData(deps, SERVER, { id: idOf(actor), data: { plan: 'paid' } }, NO_CLIENT),
};

async function readUser({ deps }: TestApp, { userId }: SignedInPerson): Promise<UserDocument> {
  const user = await deps.collections.users.findOne({ _id: userId });
  if (!user) throw new Error('the user is gone');
  return user;
}

/** What is different, as an event names it. */
function differencesOf(before: UserDocument, after: UserDocument): string[] {
  const names = new Set([...Object.keys(before.data ?? {}), ...Object.keys(after.data ?? {})]);
  return [
    ...(before.name === after.name ? [] : ['name']),
    ...(before.image?.id === after.image?.id ? [] : ['image']),
    ...(before.locale === after.locale ? [] : ['locale']),
    ...[...names].filter((name) => before.data?.[name] !== after.data?.[name]).map((name) => `data.${name}`),
  ];
}

async function toldOf({ deps }: TestApp, { userId }: SignedInPerson): Promise<string[]> {
  const events = deps.collections.events
    .find({ subject: userId, type: 'user.updated' })
    .sort({ sequence: 1 });
  return (await events.toArray()).flatMap(({ data }) => ('changed' in data ? data.changed : []));
}

async function writeOutboxLater(app: TestApp): Promise<void> {
  app.advance(2 * OUTBOX_LEFT_AFTER_MS);
  await writeLeftOutboxes(app.deps);
  app.resetClock();
}

describe('a kill after any command', { timeout: 60_000 }, () => {
  it.for(Object.keys(CHANGES))('of %s leaves the event of the change, or neither', async (name, { app }) => {
    const change = CHANGES[name];
    if (!change) throw new Error(`there is no change "${name}"`);
    const person = await aSignedInPerson(app);
    const actor = await actorOf(app.deps, person.agent);
    const { users, events } = app.deps.collections;
    const start = { user: await readUser(app, person), events: await events.find().toArray() };
    const outcomes = new Set<string>();
    for (let n = 0, struck = true; struck; n++) {
      faults.arm('killed', n);
      await change(app, actor).catch(() => null);
      const { commands, ...fault } = faults.disarm();
      struck = fault.struck;
      await writeOutboxLater(app);
      const differences = differencesOf(start.user, await readUser(app, person));
      expect(await toldOf(app, person), `killed at ${n} of ${commands.join(', ')}`).toEqual(differences);
      outcomes.add(differences.join());
      expect(await brokenInvariants(app.db)).toEqual([]);
      await users.replaceOne({ _id: person.userId }, start.user);
      await events.deleteMany({ _id: { $nin: start.events.map(({ _id }) => _id) } });
    }
    // Some kills came before the deciding write, and some after it.
    expect(outcomes.size).toBe(2);
  });
});

describe('a change of the profile', () => {
  it.for(Object.keys(CHANGES).filter((name) => name !== 'profile.setPicture'))(
    'is not told again when %s changes nothing',
    async (name, { app }) => {
      const person = await aSignedInPerson(app);
      await CHANGES[name]?.(app, await actorOf(app.deps, person.agent));
      const told = await toldOf(app, person);
      expect(told).not.toEqual([]);
      await CHANGES[name]?.(app, await actorOf(app.deps, person.agent));
      expect(await toldOf(app, person)).toEqual(told);
    },
  );

  it('is told once each by 20 parallel changes, and the last one is stored', async ({ app }) => {
    const person = await aSignedInPerson(app);
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
