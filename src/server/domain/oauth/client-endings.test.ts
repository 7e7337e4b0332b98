import type { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { changeEmail, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { OFFICE, refusalOf, SHOP, signInToClient, WITH_CLIENTS } from '../../../testing/oauth/clients.ts';
import {
  aPersonWithPassword,
  OTHER_PASSWORD,
  PASSWORD,
  resetLinkOf,
} from '../../../testing/sign-in/passwords.ts';
import { actorOf, endSessionsOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { createFaultInjector, whileHeld } from '../../../testing/faults/faults.ts';
import { brokenInvariants } from '../../../testing/faults/invariants.ts';
import { suspendUser } from '../administration/suspensions.ts';
import { endClientSession, readClientSession, refreshClientSession } from './client-sessions.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

const faults = createFaultInjector();
const it = testWith({ faults, configuration: WITH_CLIENTS });

const OFFLINE = { client: OFFICE, scopes: ['openid', 'offline_access'] };

/**
 * A person with two browsers. In one, they signed in to a client that is bound to that browser and to one
 * that is not; in the other, to a third.
 */
async function aPersonWithClients(app: TestApp) {
  const { email, agent } = await aPersonWithPassword(app);
  const elsewhere = app.agent();
  await app.client(elsewhere).password.signIn.mutate({ email, password: PASSWORD });
  const here = await actorOf(app.deps, agent);
  const clients = {
    bound: await signInToClient(app, here),
    offline: await signInToClient(app, here, OFFLINE),
    unrelated: await signInToClient(app, await actorOf(app.deps, elsewhere)),
  };
  return { email, agent, elsewhere, here, clients };
}
type PersonWithClients = Awaited<ReturnType<typeof aPersonWithClients>>;

const CLIENTS = { bound: SHOP, offline: OFFICE, unrelated: SHOP } as const;
type Name = keyof typeof CLIENTS;
const NAMES: readonly Name[] = ['bound', 'offline', 'unrelated'];

const refresh = ({ deps }: TestApp, person: PersonWithClients, name: Name) =>
  refusalOf(refreshClientSession(deps, CLIENTS[name], person.clients[name].refreshToken, NO_REQUEST));

async function livingOf(app: TestApp, { clients }: PersonWithClients): Promise<Name[]> {
  const living: Name[] = [];
  for (const name of NAMES)
    if (await readClientSession(app.deps, clients[name].session._id)) living.push(name);
  return living;
}
const revokeFrom = (
  app: TestApp,
  agent: HttpAgent,
  { session }: { readonly session: { readonly _id: ObjectId } },
) => app.client(agent).session.revoke.mutate({ id: session._id.toHexString() });

type Ending = readonly [
  string,
  end: (app: TestApp, person: PersonWithClients) => Promise<unknown>,
  leaves: readonly Name[],
];
const ENDINGS: readonly Ending[] = [
  [
    'the revocation of this session',
    (app, { elsewhere, clients }) => revokeFrom(app, elsewhere, clients.bound),
    ['offline', 'unrelated'],
  ],
  [
    'the revocation of the session that authorized it',
    (app, { elsewhere, here }) => revokeFrom(app, elsewhere, here),
    ['unrelated'],
  ],
  [
    'the sign-out of the browser that authorized it',
    (app, { agent }) => app.client(agent).session.signOut.mutate(),
    ['offline', 'unrelated'],
  ],
  [
    'another sign-in of the browser that authorized it',
    (app, { agent, email }) => app.client(agent).password.signIn.mutate({ email, password: PASSWORD }),
    ['offline', 'unrelated'],
  ],
  [
    'the end of all other sessions',
    (app, { elsewhere }) => app.client(elsewhere).session.revokeOthers.mutate(),
    [],
  ],
  [
    'a change of the password',
    (app, { agent }) =>
      app.client(agent).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD }),
    [],
  ],
  [
    'a reset of the password',
    async (app, { email }) => {
      const { password } = app.client(app.agent());
      await password.requestReset.mutate({ email });
      await password.reset.mutate({ ...resetLinkOf(app, email), password: OTHER_PASSWORD });
    },
    [],
  ],
  [
    'the undo of a change of the email address',
    async (app, { agent, email }) => {
      await changeEmail(app, agent, uniqueEmail());
      await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, email) });
    },
    [],
  ],
  ['the end of all sessions by an administrator', (app, { email }) => endSessionsOf(app.deps, email), []],
  [
    'a suspension',
    (app, { here }) => {
      const input = { id: here.user._id.toHexString(), reason: 'Spam', until: null };
      return suspendUser(app.deps, { kind: 'server' }, input, NO_REQUEST);
    },
    [],
  ],
  [
    'the deletion of the account',
    (app, { agent }) => app.client(agent).data.deleteAccount.mutate({ confirm: 'delete my account' }),
    [],
  ],
];

/** The others end all sessions of the person with the same write. */
const FEW = new Set([
  'the revocation of this session',
  'the revocation of the session that authorized it',
  'the sign-out of the browser that authorized it',
  'the end of all other sessions',
  'a suspension',
]);

describe('the session of a client', () => {
  it.for(ENDINGS.filter(([name]) => ALL_FAULTS || FEW.has(name)))(
    'ends at once by %s, also under a refresh',
    async ([, end, leaves], { app }) => {
      const person = await aPersonWithClients(app);
      const refreshed = await whileHeld(
        faults,
        'users.findOneAndUpdate',
        () => refresh(app, person, 'bound'),
        () => end(app, person),
      );
      expect(refreshed).toBe('invalid_grant');
      for (const each of NAMES) {
        const expected = leaves.includes(each) ? null : 'invalid_grant';
        expect([each, await refresh(app, person, each)]).toEqual([each, expected]);
      }
      expect(await livingOf(app, person)).toEqual(leaves);
      const ids = NAMES.map((each) => person.clients[each].session._id);
      expect(await app.deps.collections.sessions.countDocuments({ _id: { $in: ids } })).toBe(leaves.length);
      expect(await brokenInvariants(app.db)).toEqual([]);
    },
  );

  it('ends when the session expires that it is bound to', async ({ app }) => {
    const person = await aPersonWithClients(app);
    const { sessions } = app.deps.collections;
    await sessions.updateOne({ _id: person.here.session._id }, { $set: { expires: app.deps.now() } });
    // Before a read of the session itself ends it.
    const sessionsListed = await app.client(person.elsewhere).session.list.query();
    const ids = new Set(sessionsListed.map(({ id }) => id));
    const shown = NAMES.filter((each) => ids.has(person.clients[each].session._id.toHexString()));
    expect(shown).toEqual(['offline', 'unrelated']);
    expect(await livingOf(app, person)).toEqual(['offline', 'unrelated']);
    expect(await refresh(app, person, 'bound')).toBe('invalid_grant');
    expect(await brokenInvariants(app.db)).toEqual([]);
  });

  it('is listed with the name of the app, and does not revoke the browser that authorized it', async ({
    app,
  }) => {
    const person = await aPersonWithClients(app);
    const { session } = app.client(person.agent);
    const apps = (await session.list.query()).map((each) => each.app?.name ?? 'a browser');
    expect(apps).toHaveLength(5);
    expect(new Set(apps)).toEqual(new Set(['a browser', 'Barley Shop', 'Barley Office']));
    await revokeFrom(app, person.agent, person.clients.bound);
    expect(await session.list.query()).toHaveLength(4);
    const { activity } = app.deps.collections;
    const rows = await activity.find({ userId: person.here.user._id, kind: 'session-revoked' }).toArray();
    expect(rows).toMatchObject([{ label: 'Barley Shop' }]);
  });
});

describe('each session that ends is told once', () => {
  const ENDS = [
    [
      'a sign-out',
      'users.findOneAndUpdate',
      (app: TestApp, { agent }: PersonWithClients) => app.client(agent).session.signOut.mutate(),
    ],
    [
      'a revocation',
      'users.updateOne',
      (app: TestApp, { elsewhere, here }: PersonWithClients) => revokeFrom(app, elsewhere, here),
    ],
  ] as const;

  it.for(ENDS)('when a client loses its session during %s', async ([, decidedBy, end], { app }) => {
    const person = await aPersonWithClients(app);
    const { session } = person.clients.bound;
    await whileHeld(
      faults,
      decidedBy,
      (): Promise<unknown> => end(app, person),
      () => endClientSession(app.deps, session, { requestContext: NO_REQUEST, kind: 'sign-out' }),
    );
    expect(await brokenInvariants(app.db)).toEqual([]);
    expect(await livingOf(app, person)).not.toContain('bound');
  });

  it.for(ENDS)('when a client gets another during %s', async ([, decidedBy, end], { app }) => {
    const person = await aPersonWithClients(app);
    const hold = faults.holdBefore(decidedBy);
    const ending = end(app, person);
    await hold.reached;
    const { session } = await signInToClient(app, person.here);
    hold.release();
    await ending;
    expect(await brokenInvariants(app.db)).toEqual([]);
    // Before a read that would repair it.
    expect(await app.deps.collections.users.countDocuments({ 'sessions.id': session._id })).toBe(0);
    expect(await readClientSession(app.deps, session._id)).toBeNull();
    const told = { type: 'session.ended' as const, 'data.sessionId': session._id.toHexString() };
    expect(await app.deps.collections.events.countDocuments(told)).toBe(1);
  });
});
