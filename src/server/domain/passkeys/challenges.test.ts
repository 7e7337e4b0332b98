import { describe, expect } from 'vitest';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { enrolUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey, passkeyCookiesOf, signInWithPasskey } from '../../../testing/sign-in/passkeys.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import type { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import type { TestApp, TestClient } from '../../../testing/app/test-app.ts';
import { uniqueEmail } from '../../../testing/run/unique-name.ts';
import { RATE_LIMITS } from '../rules/counters.ts';

interface Ceremony {
  readonly procedure: string;
  readonly input?: object;
  /** A browser without the cookie of a challenge. */
  readonly open: (app: TestApp, person: PersonWithPasskey) => HttpAgent | Promise<HttpAgent>;
  readonly finish: (
    client: TestClient,
    options: never,
    authenticator: SoftwareAuthenticator,
  ) => Promise<unknown>;
}

type PersonWithPasskey = Awaited<ReturnType<typeof aPersonWithPasskey>>;

async function aPersonWithPasskey(app: TestApp) {
  const { email, home: agent } = await enrolUser(app);
  const authenticator = await createPasskey(app, agent);
  for (const name of passkeyCookiesOf(agent)) agent.cookies.delete(name);
  return { email, agent, authenticator };
}

const CEREMONIES: Readonly<Record<string, Ceremony>> = {
  'a sign-in': {
    procedure: 'session.beginPasskey',
    open: (app) => app.agent(),
    finish: ({ session }, options: PasskeyRequestOptions, authenticator) =>
      session.signInWithPasskey.mutate({ passkey: authenticator.get(options) }),
  },
  'a verification': {
    procedure: 'session.beginPasskey',
    input: { purpose: 'verify' },
    open: (_app, { agent }) => agent,
    finish: ({ session }, options: PasskeyRequestOptions, authenticator) =>
      session.reauthenticate.mutate({ method: 'passkey', passkey: authenticator.get(options) }),
  },
  'a second step': {
    procedure: 'session.beginPasskey',
    input: { purpose: 'second-factor' },
    open: (app, { email }) => beginSignIn(app, email),
    finish: ({ session }, options: PasskeyRequestOptions, authenticator) =>
      session.completeSignIn.mutate({ passkey: authenticator.get(options) }),
  },
  'a creation': {
    procedure: 'passkeys.begin',
    open: (_app, { agent }) => agent,
    finish: ({ passkeys }, options: PasskeyCreationOptions, authenticator) =>
      passkeys.finish.mutate({ credential: authenticator.create(options) }),
  },
};

type Begun = { readonly result: { readonly data: { readonly options: never } } };

const WAYS = {
  'two requests': (agent, { procedure, input = {} }) =>
    Promise.all([1, 2].map(async () => (await agent.postJson(`/trpc/${procedure}`, input)).json() as Begun)),
  'one batch': async (agent, { procedure, input = {} }) => {
    const path = `/trpc/${procedure},${procedure}?batch=1`;
    return (await agent.postJson(path, { 0: input, 1: input })).json() as Begun[];
  },
} satisfies Record<string, (agent: HttpAgent, ceremony: Ceremony) => Promise<Begun[]>>;

const ANSWERED = Object.entries(WAYS).flatMap(([way, ask]) => [0, 1].map((which) => ({ way, which, ask })));

describe.for(Object.entries(CEREMONIES))(
  'the first challenges of a browser, for %s (security.md 40)',
  ([what, ceremony]) => {
    // All ceremonies share the cookies, so `npm test` tries every case on one, and one case on each other.
    it.for(ANSWERED.slice(0, what === 'a sign-in' ? undefined : rounds(1, Infinity)))(
      'work when $way asked for them: number $which, and only in that browser',
      async ({ ask, which }, { app }) => {
        const person = await aPersonWithPasskey(app);
        const agent = await ceremony.open(app, person);
        const begun = await ask(agent, ceremony);
        const [options, other] = [which, 1 - which].map((n) => begun[n]?.result.data.options);
        if (!options || !other) throw new Error('there is no challenge');
        // It has all other cookies of the browser, and a challenge of its own.
        const thief = app.agent();
        for (const [name, value] of agent.cookies)
          if (!name.startsWith('foyer.passkey')) thief.cookies.set(name, value);
        await app.client(thief).session.beginPasskey.mutate();
        const stolen = ceremony.finish(app.client(thief), other, person.authenticator);
        expect(await appCodeOf(stolen)).toBe('PASSKEY_INVALID');
        await ceremony.finish(app.client(agent), options, person.authenticator);
      },
    );
  },
);

it('keeps one cookie for all challenges that follow, and lets both of the first stay', async ({ app }) => {
  const agent = app.agent();
  await Promise.all([1, 2].map(() => agent.postJson('/trpc/session.beginPasskey', {})));
  const first = new Map(agent.cookies);
  expect(first.size).toBe(2);
  for (let n = 0; n < 5; n++) await app.client(agent).session.beginPasskey.mutate();
  expect(new Map(agent.cookies)).toEqual(first);
});

/** Answers how many challenges were made. */
async function countChallenges(app: TestApp, agent: HttpAgent, wanted: number): Promise<number> {
  const { session } = app.client(agent);
  const asked = Array.from({ length: wanted }, () => session.beginPasskey.mutate());
  const settled = await Promise.allSettled(asked);
  return settled.filter(({ status }) => status === 'fulfilled').length;
}

describe('the challenges of passkeys', () => {
  const { ip, browser } = RATE_LIMITS['passkey-challenge'].refusal;

  it('are limited for unknown callers, who use up none of a browser that signed in before', async ({
    app,
  }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const authenticator = await createPasskey(app, agent);
    await app.client(agent).session.signOut.mutate();
    expect(await countChallenges(app, app.agent(), ip.quarter + 10)).toBe(ip.quarter);
    const { session } = app.client(app.agent());
    expect(await appCodeOf(session.beginPasskey.mutate())).toBe('RATE_LIMITED');
    await signInWithPasskey(app, authenticator, agent);
    expect(await app.client(agent).session.get.query()).toMatchObject({ aal: 2 });
  });

  it('are limited for each browser that signed in before', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    await app.client(agent).session.signOut.mutate();
    expect(await countChallenges(app, agent, browser.quarter + 10)).toBe(browser.quarter);
  });
});
