import { describe, expect, it as plainIt } from 'vitest';
import { z } from 'zod';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { completeIn, keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { testWithProviders } from '../../../testing/providers/provider-visits.ts';
import { passkeyCookiesOf } from '../../../testing/sign-in/passkeys.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import {
  ALL_ATTEMPTS,
  ATTEMPTS,
  type Attempt,
  type World,
} from '../../../testing/sign-in/sign-in-attempts.ts';
import { ALL_FAULTS } from '../../../testing/faults/fault-rounds.ts';
import { apiProcedures } from '../../openapi/api-procedures.ts';

const { it, trusted, untrusted } = await testWithProviders({
  settings: { phoneSignIn: true },
  documents: await testDocuments(),
});
const wholeUser = keepWholeUser();
const makeWorld = async (app: TestApp): Promise<World> => ({
  app,
  person: await wholeUser(app, trusted),
  trusted,
  untrusted,
});

const PATIENCE = { timeout: 60_000 };

/** Cookies that the first factor may set. The other ones are steps of a flow and give no access. */
const FLOW_COOKIES = new Set(
  ['pending-sign-in', 'csrf', 'callback-url', 'state', 'nonce', 'pkce', 'intent', 'link', 'code-request'].map(
    (kind) => `foyer.${kind}`,
  ),
);

/** What a first factor must not change: the stored person, and what this browser may do. */
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

type Browser = (world: World) => HttpAgent | Promise<HttpAgent>;
const olderBrowser: Browser = ({ person }) => person.older;
const BROWSERS: readonly Browser[] = [
  ({ app }) => app.agent(),
  ({ app }) => app.signInByMail(uniqueEmail()),
  olderBrowser,
];

/** `npm test` tries the password in all of them, and each other sign-in path a new one. */
const browsersFor = ({ name }: Attempt) =>
  BROWSERS.slice(0, ALL_FAULTS || name === 'password' ? undefined : 1);

async function trySignIn(world: World, attempt: Attempt, agent: HttpAgent): Promise<void> {
  const { app, person } = world;
  await attempt.prepare?.(world, agent);
  const before = await accessOf(world, agent);
  expect(await attempt.go(world, agent)).toBe('/second-factor');
  expect(await accessOf(world, agent)).toEqual(before);
  if (before.session === null) await expectNothingReadable(app, agent);
  expect(await app.client(agent).session.pending.query()).toMatchObject({ purpose: 'sign-in', triesLeft: 5 });

  const session = { aal: 2, user: { email: person.email } };
  expect(await completeIn(app, agent, person)).toMatchObject({ status: 'signed-in', session });
  expect(agent.cookies.has('foyer.pending-sign-in')).toBe(false);
  expect(await app.client(agent).session.get.query()).toMatchObject(session);
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

plainIt('has an attempt for every procedure whose answer gives access (security.md 37)', () => {
  const givesAccess = apiProcedures().filter(({ kind, needsAdministrator, output }) => {
    const schema = JSON.stringify(z.toJSONSchema(output, { io: 'output', unrepresentable: 'any' }));
    return kind === 'mutation' && !needsAdministrator && /"(?:signed-in|fresh|token)"/.test(schema);
  });
  expect(givesAccess.length).toBeGreaterThan(8);
  expect(Object.keys(ATTEMPTS)).toEqual(expect.arrayContaining(givesAccess.map(({ path }) => path)));
});

type Refusal = Extract<Attempt['ends'], object>;
const attemptsThat = (are: (attempt: Attempt) => boolean) =>
  ALL_ATTEMPTS.filter(are).map((attempt) => [attempt.name, attempt] as const);
const attemptNamed = (name: string): Attempt => {
  const found = ALL_ATTEMPTS.find((attempt) => attempt.name.startsWith(name));
  if (!found) throw new Error(`no flow is named ${name}`);
  return found;
};

describe(
  'the first factor of a person with a second one (Better Auth #10322, #11287, #9552)',
  PATIENCE,
  () => {
    it.for(attemptsThat(({ ends }) => ends === 'sign-in'))(
      'gives nothing by %s',
      async ([, attempt], { app }) => {
        const world = await makeWorld(app);
        for (const open of browsersFor(attempt)) {
          await app.resetLimits();
          await trySignIn(world, attempt, await open(world));
        }
      },
    );

    it.for(attemptsThat(({ ends }) => ends === 'verify'))(
      'makes no session fresh by %s',
      async ([, attempt], { app }) => {
        const world = await makeWorld(app);
        await tryVerification(world, attempt, world.person.older);
      },
    );

    it.for(attemptsThat(({ ends }) => typeof ends === 'object'))(
      'is refused by %s',
      async ([, attempt], { app }) => {
        const world = await makeWorld(app);
        const { refused, needsSession } = attempt.ends as Refusal;
        for (const open of needsSession ? [olderBrowser] : browsersFor(attempt)) {
          const agent = await open(world);
          const before = await accessOf(world, agent);
          const outcome = await outcomeOf(attempt.go(world, agent));
          expect(outcome).toBe(refused);
          expect(await accessOf(world, agent)).toEqual(before);
        }
      },
    );
  },
);

it('connects the waiting account of a mailed code after the second factor, and stores its tokens then', async ({
  app,
}) => {
  const world = await makeWorld(app);
  const { userId } = world.person;
  const agent = app.agent();
  await attemptNamed('mailed code that connects').go(world, agent);
  expect(await app.client(agent).accounts.pendingLink.query()).not.toBeNull();
  expect(await completeIn(app, agent, world.person)).toMatchObject({ connected: 'linked' });
  expect(await app.deps.collections.accounts.countDocuments({ userId, tokens: { $ne: null } })).toBe(2);
});

it.for(['identity provider', 'verification by identity provider'])(
  'stores the tokens of a provider after the second factor, by %s',
  async (name, { app }) => {
    const world = await makeWorld(app);
    const { userId, older } = world.person;
    const tokens = async () =>
      (await app.deps.collections.accounts.findOne({ userId, provider: 'trusted' }))?.tokens;
    const before = await tokens();
    const agent = name === 'identity provider' ? app.agent() : older;
    await attemptNamed(name).go(world, agent);
    expect(await tokens()).toBe(before);
    await completeIn(app, agent, world.person);
    expect(await tokens()).not.toBe(before);
  },
);
