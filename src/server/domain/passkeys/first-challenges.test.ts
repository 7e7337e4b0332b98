import { describe, expect } from 'vitest';
import type { PasskeyCreationOptions, PasskeyRequestOptions } from '../../../shared/schemas/passkeys.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { enrolUser } from '../../../testing/users/enrolled-user.ts';
import { it } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { createPasskey, passkeyCookiesOf } from '../../../testing/sign-in/passkeys.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';

interface User {
  readonly email: string;
  readonly agent: HttpAgent;
  readonly authenticator: SoftwareAuthenticator;
}

async function somebody(app: TestApp): Promise<User> {
  const { email, home: agent } = await enrolUser(app);
  const authenticator = await createPasskey(app, agent);
  for (const name of passkeyCookiesOf(agent)) agent.cookies.delete(name);
  return { email, agent, authenticator };
}

interface Ceremony {
  readonly procedure: string;
  readonly input?: object;
  /** The browser that asks. It has no cookie of a challenge. */
  readonly open: (app: TestApp, person: User) => Promise<HttpAgent>;
  readonly finish: (
    app: TestApp,
    agent: HttpAgent,
    options: never,
    authenticator: SoftwareAuthenticator,
  ) => Promise<unknown>;
}

const CEREMONIES: Readonly<Record<string, Ceremony>> = {
  'a sign-in': {
    procedure: 'session.beginPasskey',
    open: (app) => Promise.resolve(app.agent()),
    finish: (app, agent, options: PasskeyRequestOptions, authenticator) =>
      app.client(agent).session.signInWithPasskey.mutate({ passkey: authenticator.get(options) }),
  },
  'a verification': {
    procedure: 'session.beginPasskey',
    input: { purpose: 'verify' },
    open: (_app, { agent }) => Promise.resolve(agent),
    finish: (app, agent, options: PasskeyRequestOptions, authenticator) =>
      app
        .client(agent)
        .session.reauthenticate.mutate({ method: 'passkey', passkey: authenticator.get(options) }),
  },
  'a second step': {
    procedure: 'session.beginPasskey',
    input: { purpose: 'second-factor' },
    open: (app, { email }) => beginSignIn(app, email),
    finish: (app, agent, options: PasskeyRequestOptions, authenticator) =>
      app.client(agent).session.completeSignIn.mutate({ passkey: authenticator.get(options) }),
  },
  'a creation': {
    procedure: 'passkeys.begin',
    open: async (_app, { agent }) => Promise.resolve(agent),
    finish: (app, agent, options: PasskeyCreationOptions) => {
      const authenticator = new SoftwareAuthenticator({ origin: app.origin });
      return app.client(agent).passkeys.finish.mutate({ credential: authenticator.create(options) });
    },
  },
};

type Begun = { readonly result: { readonly data: { readonly options: never } } };

/** Asks for challenges at once. */
const WAYS = {
  'two requests': (agent, { procedure, input = {} }) =>
    Promise.all([1, 2].map(async () => (await agent.postJson(`/trpc/${procedure}`, input)).json() as Begun)),
  'one batch': async (agent, { procedure, input = {} }) => {
    const path = `/trpc/${procedure},${procedure}?batch=1`;
    return (await agent.postJson(path, { 0: input, 1: input })).json() as Begun[];
  },
} satisfies Record<string, (agent: HttpAgent, ceremony: Ceremony) => Promise<Begun[]>>;

describe.for(Object.entries(CEREMONIES))(
  'the first challenges of a browser, for %s (security.md 40)',
  ([, ceremony]) => {
    it.for(Object.entries(WAYS).flatMap(([way, ask]) => [0, 1].map((which) => ({ way, which, ask }))))(
      'work when $way asked for them: number $which',
      async ({ ask, which }, { app }) => {
        const person = await somebody(app);
        const agent = await ceremony.open(app, person);
        const begun = await ask(agent, ceremony);
        const options = begun[which]?.result.data.options;
        if (!options) throw new Error('there is no challenge');
        await ceremony.finish(app, agent, options, person.authenticator);
      },
    );

    it('stay with that browser', async ({ app }) => {
      const person = await somebody(app);
      const agent = await ceremony.open(app, person);
      const [first] = await WAYS['two requests'](agent, ceremony);
      const other = app.agent();
      for (const [name, value] of agent.cookies)
        if (!name.startsWith('foyer.passkey')) other.cookies.set(name, value);
      await app.client(other).session.beginPasskey.mutate();
      const options = first?.result.data.options;
      if (!options) throw new Error('there is no challenge');
      const code = await appCodeOf(ceremony.finish(app, other, options, person.authenticator));
      expect(code).toBe('PASSKEY_INVALID');
    });
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
