import { afterAll, expect } from 'vitest';
import { FIRST_SIGN_IN_WITHIN_MS } from './expected-browser.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { startIdentityProvider } from '../../../testing/providers/identity-provider.ts';
import { sentCommands } from '../../../testing/database/sent-commands.ts';
import { canJoinWrites } from '../../../testing/database/joined-writes.ts';
import { PASSWORD } from '../../../testing/sign-in/passwords.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { aWholeUser } from '../../../testing/users/enrolled-user.ts';

const provider = await startIdentityProvider({ name: 'Provider', trustEmail: true });
afterAll(() => provider.close());
const it = testWith({
  providers: () => Promise.resolve([provider.settings]),
  settings: { phoneSignIn: true },
});

const PATIENCE = { timeout: 60_000 };

/** Somebody with every sign-in method, whose account is not new. */
async function makeUser(app: TestApp) {
  const person = await aWholeUser(app, provider);
  app.advance(FIRST_SIGN_IN_WITHIN_MS + 1);
  return { app, ...person };
}
type User = Awaited<ReturnType<typeof makeUser>>;

/** A process reads these at most once a second, so they are not in every sign-in. */
const READ_NOW_AND_THEN: ReadonlySet<string> = new Set(['aggregate rate_limits', 'find identity_providers']);

/** The number of database commands during an action, and each one with its collection. */
async function commandsOf({ app }: Pick<User, 'app'>, action: () => Promise<unknown>): Promise<string> {
  const commands = await sentCommands(app, action);
  const ofSignIn = commands.filter((each) => !READ_NOW_AND_THEN.has(each));
  return `${ofSignIn.length}: ${ofSignIn.join(', ')}`;
}

/** Prepares a step in this browser. Answers the part that is counted. */
type Step = (person: User, agent: HttpAgent) => Promise<() => Promise<unknown>>;

const password: Step = ({ app, email }, agent) =>
  Promise.resolve(() => app.client(agent).password.signIn.mutate({ email, password: PASSWORD }));

const STEPS: Readonly<Record<string, Step>> = {
  password,
  'asking for a mail': ({ app, email }, agent) =>
    Promise.resolve(() => app.client(agent).session.requestLink.mutate({ email })),
  async 'mailed code'({ app, email }, agent) {
    await app.client(agent).session.requestLink.mutate({ email });
    const code = app.mailbox.codeOf(app.mailbox.last(email));
    return () => app.client(agent).session.signInWithCode.mutate({ email, code });
  },
  async 'mailed link'({ app, email }, agent) {
    await app.client(agent).session.requestLink.mutate({ email });
    const token = app.mailbox.tokenOf(app.mailbox.last(email));
    return () => app.client(agent).session.confirmLink.mutate({ email, token });
  },
  async provider({ app, login, email }, agent) {
    const callback = await startProviderVisits(app).visitProvider(agent, provider, { login, email });
    return () => agent.request(callback);
  },
  'asking for a passkey': ({ app }, agent) =>
    Promise.resolve(() => app.client(agent).session.beginPasskey.mutate()),
  async passkey({ app, passkey }, agent) {
    const { options } = await app.client(agent).session.beginPasskey.mutate();
    return () => app.client(agent).session.signInWithPasskey.mutate({ passkey: passkey.get(options) });
  },
  'asking for a text message': ({ app, phone }, agent) =>
    Promise.resolve(() => app.client(agent).session.requestPhoneCode.mutate({ phone })),
  async 'texted code'({ app, phone }, agent) {
    await app.client(agent).session.requestPhoneCode.mutate({ phone });
    const code = app.phonebox.codeTo(phone);
    return () => app.client(agent).session.signInWithPhoneCode.mutate({ phone, code });
  },
};

async function inBothBrowsers(name: string, person: User, step: Step): Promise<Record<string, string>> {
  const count = async (agent: HttpAgent) => {
    await person.app.resetLimits();
    return commandsOf(person, await step(person, agent));
  };
  person.home.cookies.delete('foyer.session');
  return {
    [`${name}, known browser`]: await count(person.home),
    [`${name}, new browser`]: await count(person.app.agent()),
  };
}

it('sends these commands to the database for each sign-in method', PATIENCE, async ({ app, skip }) => {
  skip(!(await canJoinWrites(app)), 'MongoDB 7 gets single commands');
  const person = await makeUser(app);
  const commands: Record<string, string> = {};
  for (const [name, step] of Object.entries(STEPS))
    Object.assign(commands, await inBothBrowsers(name, person, step));
  expect(commands).toMatchInlineSnapshot(`
    {
      "asking for a mail, known browser": "3: find users, update rate_limits, update verification_tokens",
      "asking for a mail, new browser": "4: find users, find rate_limits, update rate_limits, update verification_tokens",
      "asking for a passkey, known browser": "2: update rate_limits, insert ceremonies",
      "asking for a passkey, new browser": "2: update rate_limits, insert ceremonies",
      "asking for a text message, known browser": "4: find users, find rate_limits, update rate_limits, update verification_tokens",
      "asking for a text message, new browser": "4: find users, find rate_limits, update rate_limits, update verification_tokens",
      "mailed code, known browser": "6: find users, findAndModify verification_tokens, delete verification_tokens, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
      "mailed code, new browser": "9: find users, find rate_limits, update rate_limits, findAndModify verification_tokens, delete verification_tokens, update rate_limits, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
      "mailed link, known browser": "5: findAndModify verification_tokens, find users, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
      "mailed link, new browser": "6: findAndModify verification_tokens, update rate_limits, find users, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
      "passkey, known browser": "6: findAndModify ceremonies, find users, findAndModify users, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
      "passkey, new browser": "6: findAndModify ceremonies, find users, findAndModify users, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
      "password, known browser": "6: find users, update rate_limits, update rate_limits, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
      "password, new browser": "7: find users, find rate_limits, update rate_limits, update rate_limits, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
      "provider, known browser": "8: find users, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts, findAndModify users, findAndModify accounts, find users, delete pictures",
      "provider, new browser": "8: find users, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts, findAndModify users, findAndModify accounts, find users, delete pictures",
      "texted code, known browser": "6: find users, findAndModify verification_tokens, delete verification_tokens, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
      "texted code, new browser": "9: find users, find rate_limits, update rate_limits, findAndModify verification_tokens, delete verification_tokens, update rate_limits, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
    }
  `);
});

it(
  'sends these commands for a browser with a session, a second step and a sign-up',
  PATIENCE,
  async ({ app, skip }) => {
    skip(!(await canJoinWrites(app)), 'MongoDB 7 gets single commands');
    const person = await makeUser(app);
    const { home } = person;
    const run = async (step: Step, agent: HttpAgent) => (await step(person, agent))();
    await run(password, home);
    const replaced = await commandsOf(person, await password(person, home));

    const { authenticator } = await addAuthenticator(app, home);
    const first = await inBothBrowsers('first step', person, password);
    const newBrowser = app.agent();
    await run(password, newBrowser);
    const second = (agent: HttpAgent) => {
      waitForNextCode(app);
      return commandsOf(person, () =>
        app.client(agent).session.completeSignIn.mutate({ code: authenticator.code() }),
      );
    };

    const email = uniqueEmail();
    const { password: passwords, session } = app.client(app.agent());
    const signUp = () => passwords.signUp.mutate({ email, password: PASSWORD, name: 'Ada' });
    const verify = () =>
      session.signInWithCode.mutate({ email, code: app.mailbox.codeOf(app.mailbox.last(email)) });
    const newcomer = { login: uniqueName(), email: uniqueEmail() };
    const other = app.agent();
    const callback = await startProviderVisits(app).visitProvider(other, provider, newcomer);
    expect({
      'password that replaces a session': replaced,
      ...first,
      'second step, known browser': await second(home),
      'second step, new browser': await second(newBrowser),
      'sign-up': await commandsOf(person, signUp),
      'proof of a sign-up': await commandsOf(person, verify),
      'first sign-in by provider': await commandsOf(person, () => other.request(callback)),
    }).toMatchInlineSnapshot(`
      {
        "first sign-in by provider": "24: find users, find users, find users, find users, find users, find users, insert users, update daily_counts, bulkWrite events+users, find users, update users, find users, find users, find activity, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts, findAndModify users, findAndModify accounts, find users, update users, find users, bulkWrite events+users, delete pictures",
        "first step, known browser": "4: find users, update rate_limits, update rate_limits, insert pending_sign_ins",
        "first step, new browser": "6: find users, find rate_limits, update rate_limits, update rate_limits, insert jobs, insert pending_sign_ins",
        "password that replaces a session": "9: find users, update rate_limits, update rate_limits, insert sessions, findAndModify users, find sessions, findAndModify users, delete sessions, bulkWrite activity+events+users+daily_counts",
        "proof of a sign-up": "15: find users, find rate_limits, update rate_limits, findAndModify verification_tokens, delete verification_tokens, update rate_limits, find users, find users, insert users, update daily_counts, bulkWrite activity+events+users, find activity, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
        "second step, known browser": "9: findAndModify pending_sign_ins, find users, findAndModify rate_limits, update users, update rate_limits, findAndModify pending_sign_ins, insert sessions, findAndModify users, bulkWrite activity+events+users+daily_counts",
        "second step, new browser": "9: findAndModify pending_sign_ins, find users, findAndModify rate_limits, update users, update rate_limits, findAndModify pending_sign_ins, insert sessions, findAndModify users, bulkWrite activity+jobs+events+users+daily_counts",
        "sign-up": "4: find users, find rate_limits, update rate_limits, update verification_tokens",
      }
    `);
  },
);
