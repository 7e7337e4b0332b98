import { consentIn } from '../providers/link-consent.ts';
import type { WholeEnrolledUser } from '../users/enrolled-user.ts';
import { pollFlow, startDeviceFlow, startProgram } from '../oauth/devices.ts';
import type { HttpAgent } from '../app/http-agent.ts';
import type { IdentityProvider } from '../providers/identity-provider.ts';
import { OTHER_PASSWORD, PASSWORD, resetLinkOf } from './passwords.ts';
import { startProviderVisits } from '../providers/provider-visits.ts';
import type { TestApp } from '../app/test-app.ts';
import { makeToken } from '../users/access-tokens.ts';
import { ALL_FAULTS } from '../faults/fault-rounds.ts';
import { uniqueName } from '../run/unique-name.ts';
import { newLinkedAccount } from '../../server/domain/users/users.ts';

export interface World {
  readonly app: TestApp;
  readonly person: WholeEnrolledUser;
  readonly trusted: IdentityProvider;
  readonly untrusted: IdentityProvider;
}

export interface Attempt {
  readonly name: string;
  /** After the first factor alone: it waits (`verify`: in this browser's session), or fails with a code. */
  readonly ends: 'sign-in' | 'verify' | { readonly refused: string; readonly needsSession?: true };
  /** Runs first, and may change what is stored. */
  prepare?(world: World, agent: HttpAgent): Promise<void>;
  /** Returns where the browser or the caller is sent. */
  go(world: World, agent: HttpAgent): Promise<string>;
}

const TO_SECOND_FACTOR = '/second-factor';

const codeOf = ({ app, person }: World) => app.mailbox.codeOf(app.mailbox.last(person.email));

const pageOf = (answer: { status: string; callbackUrl: string }) =>
  answer.status === 'second-factor' ? answer.callbackUrl : answer.status;

const pathOf = ({ location }: { location: string | null }) => new URL(location ?? 'none:').pathname;

const verify = (answer: { status: string }) =>
  answer.status === 'second-factor' ? TO_SECOND_FACTOR : answer.status;

/** Arrives with an account that is not connected and has this address. It waits in the browser. */
async function arrive(
  world: World,
  agent: HttpAgent,
  provider: IdentityProvider,
  email: string,
): Promise<string> {
  const login = uniqueName();
  await startProviderVisits(world.app).arrive(provider, { login, email }, agent);
  return login;
}

/** Connects the account that waits in this browser to the person meanwhile. */
async function connectWaitingAccount(world: World, agent: HttpAgent): Promise<void> {
  const { app, person, untrusted } = world;
  const login = await arrive(world, agent, untrusted, `${uniqueName()}@example.test`);
  const account = { provider: 'untrusted', providerAccountId: login, type: 'oidc' } as const;
  const linked = newLinkedAccount(app.deps, account);
  await app.deps.collections.users.updateOne({ _id: person.userId }, { $push: { accounts: linked } });
}

const signIn = (name: string, go: Attempt['go'], prepare?: Attempt['prepare']): Attempt => ({
  name,
  ends: 'sign-in',
  go,
  ...(prepare ? { prepare } : {}),
});
const verification = (name: string, go: Attempt['go']): Attempt => ({ name, ends: 'verify', go });
const refusal = (name: string, refused: string, go: Attempt['go']): Attempt => ({
  name,
  ends: { refused },
  go,
});
const refusalInSession = (name: string, refused: string, go: Attempt['go']): Attempt => ({
  name,
  ends: { refused, needsSession: true },
  go,
});

/** For each sign-in path (a procedure, a form or a route), how a person who has only the first factor tries it. */
export const ATTEMPTS: Readonly<Record<string, Attempt | readonly Attempt[]>> = {
  'password.signIn': signIn('password', async ({ app, person: { email } }, agent) =>
    pageOf(await app.client(agent).password.signIn.mutate({ email, password: PASSWORD })),
  ),
  'session.confirmLink': signIn('mailed link', async ({ app, person: { email } }, agent) => {
    const { token } = await app.requestMail(email, agent);
    return pageOf(await app.client(agent).session.confirmLink.mutate({ email, token }));
  }),
  'session.signInWithCode': [
    signIn('mailed code', async ({ app, person: { email } }, agent) => {
      const { code } = await app.requestMail(email, agent);
      return pageOf(await app.client(agent).session.signInWithCode.mutate({ email, code }));
    }),
    signIn('mailed code that connects a waiting account', async (world, agent) => {
      const { email } = world.person;
      await arrive(world, agent, world.trusted, email);
      const connect = await consentIn(world.app, agent);
      const { session } = world.app.client(agent);
      await session.requestLink.mutate({ email, connect });
      return pageOf(await session.signInWithCode.mutate({ email, code: codeOf(world), connect }));
    }),
  ],
  'session.signInWithPhoneCode': signIn('texted code', async ({ app, person: { phone } }, agent) => {
    const { session } = app.client(agent);
    await session.requestPhoneCode.mutate({ phone });
    return pageOf(await session.signInWithPhoneCode.mutate({ phone, code: app.phonebox.codeTo(phone) }));
  }),
  'session.continueWithoutAddress': signIn(
    'waiting account that became the person’s meanwhile',
    async ({ app }, agent) => {
      const consent = await consentIn(app, agent);
      return pageOf(await app.client(agent).session.continueWithoutAddress.mutate(consent));
    },
    connectWaitingAccount,
  ),
  'Auth.js: a session': [
    signIn('mailed link through Auth.js', async ({ app, person: { email } }, agent) => {
      const { token } = await app.requestMail(email, agent);
      const query = new URLSearchParams({ email, token }).toString();
      return pathOf(await agent.request(`/auth/callback/email?${query}`, { method: 'POST' }));
    }),
    signIn('identity provider', async ({ app, person: { login, email }, trusted }, agent) => {
      const { location } = await startProviderVisits(app).arrive(trusted, { login, email }, agent);
      return location.pathname;
    }),
  ],
  'Auth.js: a form with a password': signIn(
    'form of Auth.js with a password',
    async ({ person: { email } }, agent) =>
      pathOf(await agent.postAuthForm('/auth/callback/credentials', { email, password: PASSWORD })),
  ),
  'Auth.js: a verification': verification(
    'verification by identity provider',
    async ({ app, person: { login, email }, trusted }, agent) => {
      const provider = trusted.settings.id;
      const answer = await app.client(agent).session.reauthenticate.mutate({ method: 'provider', provider });
      const url = answer.status === 'navigate' ? answer.url : '';
      return pathOf(await agent.request(await trusted.signIn(url, { login, email })));
    },
  ),
  'session.reauthenticate': [
    verification('verification by password', async ({ app }, agent) =>
      verify(
        await app.client(agent).session.reauthenticate.mutate({ method: 'password', password: PASSWORD }),
      ),
    ),
    verification('verification by mailed code', async (world, agent) => {
      const { session } = world.app.client(agent);
      await session.reauthenticate.mutate({ method: 'email' });
      return verify(await session.reauthenticate.mutate({ method: 'code', code: codeOf(world) }));
    }),
    verification('verification by texted code', async ({ app, person: { phone } }, agent) => {
      const { session } = app.client(agent);
      await session.reauthenticate.mutate({ method: 'phone' });
      const code = app.phonebox.codeTo(phone);
      return verify(await session.reauthenticate.mutate({ method: 'code', code }));
    }),
  ],
  'form /sign-in': signIn('form with a password', async ({ person: { email } }, agent) =>
    pathOf(await agent.postForm('/sign-in', { email, password: PASSWORD })),
  ),
  'form /check-email': signIn('form with a mailed code', async (world, agent) => {
    const { email } = world.person;
    await agent.postForm('/sign-in', { email, way: 'link' });
    return pathOf(await agent.postForm('/check-email', { email, code: codeOf(world) }));
  }),
  'form /sign-in/phone': signIn('form with a texted code', async ({ app, person: { phone } }, agent) => {
    await agent.postForm('/sign-in/phone', { number: phone });
    return pathOf(await agent.postForm('/sign-in/phone', { phone, code: app.phonebox.codeTo(phone) }));
  }),
  'form /confirm': signIn('form of a mailed link', async (world, agent) => {
    await agent.postForm('/sign-in', { email: world.person.email, way: 'link' });
    return pathOf(await agent.postForm('/confirm', resetLinkOf(world.app, world.person.email)));
  }),
  'form /confirm-address': signIn(
    'form of a waiting account without script',
    async ({ app }, agent) => {
      const { id, provider, providerAccountId } = await consentIn(app, agent);
      const fields = { connectId: id, connectProvider: provider, connectAccount: providerAccountId };
      return pathOf(await agent.postForm('/confirm-address', fields));
    },
    connectWaitingAccount,
  ),
  'form /second-factor': refusal(
    'form of the second step without a first one',
    'SIGN_IN_EXPIRED',
    async ({ person: { authenticator } }, agent) => {
      const { location } = await agent.postForm('/second-factor', { code: authenticator.code(1) });
      return new URL(location ?? 'none:').searchParams.get('error') ?? '';
    },
  ),
  'session.signInWithPasskey': refusal(
    'passkey that did not verify the person',
    'PASSKEY_INVALID',
    async ({ app, person: { passkey } }, agent) => {
      const { session } = app.client(agent);
      const { options } = await session.beginPasskey.mutate();
      const answer = passkey.get(options, { userVerified: false });
      return pageOf(await session.signInWithPasskey.mutate({ passkey: answer }));
    },
  ),
  'session.completeSignIn': refusal(
    'second step without a first one',
    'SIGN_IN_EXPIRED',
    async ({ app, person: { authenticator } }, agent) =>
      (await app.client(agent).session.completeSignIn.mutate({ code: authenticator.code(1) })).status,
  ),
  'password.change': refusalInSession(
    'change of the password',
    'SECOND_FACTOR_REQUIRED',
    async ({ app }, agent) => {
      await app.client(agent).password.change.mutate({ current: PASSWORD, password: OTHER_PASSWORD });
      return 'changed';
    },
  ),
  'accessTokens.create': refusalInSession(
    'access token',
    'SECOND_FACTOR_REQUIRED',
    async ({ app }, agent) => (await makeToken(app, agent)).token,
  ),
  'device.approve': refusalInSession(
    'approval of a device',
    'SECOND_FACTOR_REQUIRED',
    async ({ app }, agent) => {
      const { userCode } = await startProgram(app);
      return (await app.client(agent).device.approve.mutate({ userCode })).clientName;
    },
  ),
  'the token endpoint': refusalInSession(
    'command line that was not approved',
    'authorization_pending',
    async ({ app }, agent) => {
      const client = { client_id: 'foyer-cli' };
      const started = await startDeviceFlow(app, { ...client, scope: 'profile:read' });
      await app
        .client(agent)
        .device.approve.mutate({ userCode: started.user_code })
        .catch(() => null);
      const answer = (await pollFlow(app, started, client)).json() as { error?: string };
      return answer.error ?? 'a token';
    },
  ),
};

export const ALL_ATTEMPTS = Object.values(ATTEMPTS).flat();

/** The other ones begin in a form and call the same functions. */
const FEW = new Set([
  'password',
  'mailed link through Auth.js',
  'mailed code',
  'texted code',
  'identity provider',
  'waiting account that became the person’s meanwhile',
]);

/** Those that the second factor may finish. `npm test` tries each kind, `npm run test:all` all. */
export const SIGN_IN_ATTEMPTS = ALL_ATTEMPTS.filter(
  ({ name, ends }) => ends === 'sign-in' && (ALL_FAULTS || FEW.has(name)),
).map((attempt) => [attempt.name, attempt] as const);
