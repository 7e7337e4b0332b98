import { ObjectId } from 'mongodb';
import { afterAll, beforeAll, describe, expect, it as plainIt } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { completeIn, keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { passkeyCookiesOf } from '../../../testing/sign-in/passkeys.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { ATTEMPTS, type Attempt, type World } from '../../../testing/sign-in/sign-in-attempts.ts';
import { readSources } from '../../../testing/architecture/read-sources.ts';
import { signInPaths } from '../../../testing/architecture/sign-in-paths.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import type { ClientDocuments } from '../../pages/documents.ts';

const wholeUser = keepWholeUser();
let trusted: IdentityProvider;
let untrusted: IdentityProvider;
let documents: ClientDocuments;

beforeAll(async () => {
  documents = await testDocuments();
  trusted = await startIdentityProvider({ name: 'Trusted', trustEmail: true });
  untrusted = await startIdentityProvider({ name: 'Untrusted' });
});
const it = testWith(() => ({
  providers: () => Promise.resolve([trusted.settings, untrusted.settings]),
  settings: { phoneSignIn: true },
  documents,
}));
afterAll(async () => {
  await Promise.all([trusted.close(), untrusted.close()]);
});

/** Cookies that the first factor may set. The other ones are steps of a flow and give no access. */
const FLOW_COOKIES = new Set(
  ['pending-sign-in', 'csrf', 'callback-url', 'state', 'nonce', 'pkce', 'intent', 'link', 'code-request'].map(
    (kind) => `foyer.${kind}`,
  ),
);

/** What a first factor must not change: what is stored of the person, and what this browser may do. */
async function accessOf({ app, person }: World, agent: HttpAgent) {
  const { users, sessions, accounts, accessTokens, deviceAuthorizations } = app.deps.collections;
  const { userId } = person;
  const user = await users.findOne({ _id: userId });
  return {
    cookies: [...agent.cookies].filter(
      ([name]) => !FLOW_COOKIES.has(name) && !passkeyCookiesOf(agent).includes(name),
    ),
    session: await app.client(agent).session.get.query(),
    user: {
      accounts: user?.accounts.map(({ key }) => key),
      password: user?.password?.changedAt,
      sessions: user?.sessions,
      accessTokens: user?.accessTokens ?? [],
      trustedBrowsers: user?.trustedBrowsers ?? [],
    },
    sessions: await sessions.find({ userId }, { projection: { lastSeenAt: 0 } }).toArray(),
    providerTokens: await accounts.find({ userId }, { projection: { tokens: 1 } }).toArray(),
    accessTokens: await accessTokens.countDocuments({ userId }),
    approvals: await deviceAuthorizations.countDocuments({ 'approval.userId': userId }),
  };
}

async function expectNothingReadable(app: TestApp, agent: HttpAgent): Promise<void> {
  const { accounts, profile, session, secondFactor, activity } = app.client(agent);
  expect(await session.get.query()).toBeNull();
  expect((await agent.request('/auth/session')).json()).toBeNull();
  for (const call of [
    () => accounts.list.query(),
    () => profile.get.query(),
    () => session.list.query(),
    () => secondFactor.get.query(),
    () => activity.list.query({}),
    () => session.token.query({ audience: 'https://api.example.test' }),
  ])
    expect(await appCodeOf(call())).toBe('SessionRequired');
}

/** The browsers in which a sign-in is tried. */
const BROWSERS: Readonly<Record<string, (world: World) => Promise<HttpAgent>>> = {
  'a new browser': ({ app }) => Promise.resolve(app.agent()),
  'the browser of somebody else': ({ app }) => app.signInByMail(uniqueEmail()),
  'a browser with an older session': ({ person }) => Promise.resolve(person.older),
};

/** `npm test` tries the password in all of them, and each other sign-in path a new one. */
const browsersFor = ({ name }: Attempt) =>
  Object.values(BROWSERS).slice(0, ALL_FAULTS || name === 'password' ? undefined : 1);

async function trySignIn(world: World, attempt: Attempt, agent: HttpAgent): Promise<void> {
  const { app, person } = world;
  await attempt.prepare?.(world, agent);
  const before = await accessOf(world, agent);
  expect(await attempt.go(world, agent)).toBe('/second-factor');
  expect(await accessOf(world, agent)).toEqual(before);
  if (before.session === null) await expectNothingReadable(app, agent);
  expect(await app.client(agent).session.pending.query()).toMatchObject({ purpose: 'sign-in', triesLeft: 5 });

  const completed = await completeIn(app, agent, person);
  expect(completed).toMatchObject({
    status: 'signed-in',
    session: { aal: 2, user: { email: person.email } },
  });
  expect(agent.cookies.has('foyer.pending-sign-in')).toBe(false);
  expect(await app.client(agent).session.get.query()).toMatchObject({
    aal: 2,
    user: { email: person.email },
  });
}

async function tryVerification(world: World, attempt: Attempt, agent: HttpAgent): Promise<void> {
  const { app, person } = world;
  const before = await accessOf(world, agent);
  expect(await attempt.go(world, agent)).toBe('/second-factor');
  expect(await accessOf(world, agent)).toEqual(before);
  expect(await app.client(agent).session.pending.query()).toMatchObject({ purpose: 'verify' });
  expect(before.session).toMatchObject({ aal: 1 });
  expect(await completeIn(app, agent, person)).toMatchObject({ status: 'fresh' });
  expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2 });
}

plainIt(
  'has a flow for every sign-in path that the sources contain (security.md 37)',
  { timeout: 60_000 },
  async () => {
    expect(Object.keys(ATTEMPTS).toSorted()).toEqual(signInPaths(await readSources()));
  },
);

const ALL_WALKS = Object.values(ATTEMPTS)
  .flat()
  .map((attempt) => [attempt.name, attempt] as const);

describe('the first factor of a person with a second one (Better Auth #10322, #11287, #9552)', () => {
  it.for(ALL_WALKS.filter(([, { ends }]) => ends === 'sign-in'))(
    'gives nothing by %s',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const world = { app, person: await wholeUser(app, trusted), trusted, untrusted };
      for (const open of browsersFor(attempt)) {
        await app.resetLimits();
        await trySignIn(world, attempt, await open(world));
      }
    },
  );

  it.for(ALL_WALKS.filter(([, { ends }]) => ends === 'verify'))(
    'makes no session fresh by %s',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const world = { app, person: await wholeUser(app, trusted), trusted, untrusted };
      await tryVerification(world, attempt, world.person.older);
    },
  );

  it.for(ALL_WALKS.filter(([, { ends }]) => typeof ends === 'object'))(
    'is refused by %s',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const world = { app, person: await wholeUser(app, trusted), trusted, untrusted };
      const { ends } = attempt;
      if (typeof ends !== 'object') throw new TypeError('this flow is not refused');
      for (const open of ends.needsSession
        ? [BROWSERS['a browser with an older session']]
        : browsersFor(attempt)) {
        const agent = (await open?.(world)) ?? app.agent();
        const before = await accessOf(world, agent);
        const outcome = await attempt
          .go(world, agent)
          .catch((error: Error) => appCodeOf(Promise.reject(error)));
        expect(outcome).toBe(ends.refused);
        expect(await accessOf(world, agent)).toEqual(before);
      }
    },
  );
});

it('connects the waiting account of a mailed code after the second factor, and stores its tokens then', async ({
  app,
}) => {
  const world = { app, person: await wholeUser(app, trusted), trusted, untrusted };
  const { userId } = world.person;
  const agent = app.agent();
  const attempt = ALL_WALKS.find(([name]) => name.startsWith('mailed code that connects'))?.[1];
  await attempt?.go(world, agent);
  expect(await app.client(agent).accounts.pendingLink.query()).not.toBeNull();
  expect(await completeIn(app, agent, world.person)).toMatchObject({ connected: 'linked' });
  expect(await app.deps.collections.accounts.countDocuments({ userId, tokens: { $ne: null } })).toBe(2);
});

it('stores the tokens of a provider after the second factor, also after a verification', async ({ app }) => {
  const world = { app, person: await wholeUser(app, trusted), trusted, untrusted };
  const { person } = world;
  const { accounts } = app.deps.collections;
  const row = { userId: new ObjectId(person.userId), provider: 'trusted' };
  const tokens = async () => (await accounts.findOne(row))?.tokens;
  for (const name of ['identity provider', 'verification by identity provider']) {
    const before = await tokens();
    const agent = name === 'identity provider' ? app.agent() : person.older;
    await ALL_WALKS.find(([each]) => each === name)?.[1].go(world, agent);
    expect(await tokens()).toBe(before);
    await completeIn(app, agent, person);
    expect(await tokens()).not.toBe(before);
  }
});
