import { hashSync } from 'bcryptjs';
import { describe, expect } from 'vitest';
import { ADMINISTRATOR } from '../../../shared/foyer-config.ts';
import { bearer, callAsScript, makeToken } from '../../../testing/users/access-tokens.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { addAuthenticator, waitForNextCode } from '../../../testing/sign-in/authenticator-apps.ts';
import { approvedProgram, poll } from '../../../testing/oauth/devices.ts';
import { confirmationOf, undoTokenOf } from '../../../testing/users/email-changes.ts';
import { outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../testing/providers/identity-provider.ts';
import { createPasskey, signInWithPasskey, takePasskeys } from '../../../testing/sign-in/passkeys.ts';
import { aPersonWithPassword, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { aNumber } from '../../../testing/sign-in/phones.ts';
import { startProviderVisits } from '../../../testing/providers/provider-visits.ts';
import { beginSignIn } from '../../../testing/sign-in/second-step.ts';
import {
  applicationWith,
  authorityOf,
  readUser,
  removeAdministrators,
  userAt,
} from '../../../testing/users/signed-in-users.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { SoftwareAuthenticator } from '../../../testing/sign-in/software-authenticator.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { AppError } from '../../app-error.ts';
import { runInProcess } from '../../../testing/run/server-program.ts';
import { adminCommand } from '../../commands/admin-command.ts';
import { EMPTY_CONFIGURATION } from '../../configuration/configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { linkAccount } from '../users/accounts.ts';
import { createUser } from './user-creation.ts';
import { importUsers } from './import/import-users.ts';
import { updateUser } from './user-changes.ts';
import { setRoles } from './roles.ts';
import { rounds } from '../../../testing/faults/fault-rounds.ts';
import { NO_REQUEST } from '../rules/request-context.ts';

/**
 * An application without `roles:write` may put a sign-in method on an account. Whoever then gives the user a
 * grave role must not give it to the application, too.
 */

let provider: IdentityProvider;
const faults = createFaultInjector();
const it = testWith(() => ({
  faults,
  settings: { phoneSignIn: true },
  providers: () => Promise.resolve([provider.settings]),
  configuration: {
    ...EMPTY_CONFIGURATION,
    roles: new Map([['treasurer', []]]),
    graveRoles: new Set(['treasurer']),
  },
}));
it.beforeAll(async () => {
  provider = await startIdentityProvider({ name: 'Provider' });
  return () => provider.close();
});
it.beforeEach(async ({ app }) => {
  await removeAdministrators(app);
  await app.deps.collections.serviceKeys.deleteMany({});
  app.resetClock();
});

/** What an attacker with a service key has put on an account with the address of somebody else. */
interface Planted {
  readonly userId: UserDocument['_id'];
  readonly email: string;
  /** The attacker uses it. Answers the roles that they then have. */
  use(): Promise<readonly string[]>;
}

const OLD_HASH = hashSync('old secret', 4);

const rolesIn = async (app: TestApp, agent: HttpAgent) =>
  (await app.client(agent).session.get.query())?.roles ?? [];

type Account = Pick<Planted, 'email' | 'userId'>;

async function importWith(app: TestApp, methods: object): Promise<Account> {
  const [externalId, email] = [uniqueName(), uniqueEmail()];
  const key = await applicationWith(app, 'users:import');
  const people = [{ externalId, email, emailVerified: true, ...methods }];
  const answer = await importUsers(app.deps, key, { people, dryRun: false }, NO_REQUEST);
  expect(answer).toMatchObject({ created: 1, refused: [] });
  return { email, userId: (await userAt(app, email))._id };
}

async function importConnection(app: TestApp): Promise<Account & { login: string }> {
  const login = uniqueName();
  const accounts = [{ provider: provider.settings.id, providerAccountId: login }];
  return { ...(await importWith(app, { accounts })), login };
}

async function move(app: TestApp, from: string): Promise<Account> {
  const email = uniqueEmail();
  const { _id } = await userAt(app, from);
  const key = await applicationWith(app, 'users:write');
  await updateUser(app.deps, key, { id: _id.toHexString(), email }, NO_REQUEST);
  return { email, userId: _id };
}

async function passkeyOf(app: TestApp) {
  const authenticator = new SoftwareAuthenticator({ origin: app.origin });
  const email = uniqueEmail();
  await createPasskey(app, await app.signInByMail(email), authenticator);
  return { email, authenticator };
}

async function finishReview(app: TestApp, agent: HttpAgent) {
  const { securityReview } = app.client(agent);
  const listed = (await securityReview.get.query())?.listed ?? '';
  return securityReview.finish.mutate({ listed });
}

async function signInAtProvider(app: TestApp, login: string, agent?: HttpAgent) {
  return rolesIn(app, (await startProviderVisits(app).signIn(provider, { login }, agent)).agent);
}

const signInWithPassword = async (app: TestApp, email: string, password: string) => {
  const agent = app.agent();
  await app.client(agent).password.signIn.mutate({ email, password });
  return rolesIn(app, agent);
};

type Plant = (app: TestApp) => Promise<Planted>;

/** Each leaves something that signs in, or that makes it possible. */
const METHODS: Readonly<Record<string, Plant>> = {
  async 'an imported password'(app) {
    const planted = await importWith(app, { passwordHash: OLD_HASH });
    return { ...planted, use: () => signInWithPassword(app, planted.email, 'old secret') };
  },
  async 'an imported connection'(app) {
    const planted = await importConnection(app);
    return { ...planted, use: () => signInAtProvider(app, planted.login) };
  },
  async 'an imported passkey and number'(app) {
    const { email, authenticator } = await passkeyOf(app);
    const taken = await takePasskeys(app, email);
    return {
      ...(await importWith(app, { ...taken, phone: aNumber() })),
      use: async () => rolesIn(app, await signInWithPasskey(app, authenticator)),
    };
  },
  async 'a password from before a change of address'(app) {
    const from = uniqueEmail();
    await signUpWithPassword(app, from);
    const planted = await move(app, from);
    return { ...planted, use: () => signInWithPassword(app, planted.email, PASSWORD) };
  },
  async 'a password that a session of a planted password changed'(app) {
    const planted = await importWith(app, { passwordHash: OLD_HASH });
    return {
      ...planted,
      async use() {
        const agent = app.agent();
        await app.client(agent).password.signIn.mutate({ email: planted.email, password: 'old secret' });
        await app.client(agent).password.change.mutate({ current: 'old secret', password: PASSWORD });
        await finishReview(app, agent).catch(() => null);
        return rolesIn(app, agent);
      },
    };
  },
  async 'a sign-in that waits for the second factor'(app) {
    const from = uniqueEmail();
    const agent = await signUpWithPassword(app, from);
    const { authenticator } = await addAuthenticator(app, agent);
    const planted = await move(app, from);
    waitForNextCode(app);
    const waiting = await beginSignIn(app, planted.email, { password: PASSWORD });
    return {
      ...planted,
      async use() {
        await app.client(waiting).session.completeSignIn.mutate({ code: authenticator.code() });
        return rolesIn(app, waiting);
      },
    };
  },
};

/** Each leaves something that has begun or was issued, and no sign-in method. */
const BEGUN: Readonly<Record<string, Plant>> = {
  async 'a session, an access token and an approved device'(app) {
    const from = uniqueEmail();
    const agent = await app.signInByMail(from);
    const { token } = await makeToken(app, agent);
    const started = await approvedProgram(app, agent);
    return {
      ...(await move(app, from)),
      async use() {
        const { text } = await callAsScript(app, bearer(token), 'session.get');
        const tokens = await poll(app, started).catch(() => null);
        const ofToken = [ADMINISTRATOR, 'treasurer'].filter((role) => tokens || text.includes(role));
        return [...ofToken, ...(await rolesIn(app, agent))];
      },
    };
  },
  async 'an undo link'(app) {
    const from = uniqueEmail();
    await app.signInByMail(from);
    const planted = await move(app, from);
    const token = await undoTokenOf(app, from);
    return {
      ...planted,
      async use() {
        await app.client(app.agent()).email.undo.mutate({ token });
        return rolesIn(app, await app.signInByMail(from));
      },
    };
  },
  async 'an open change of address'(app) {
    const [from, wanted] = [uniqueEmail(), uniqueEmail()];
    const agent = await app.signInByMail(from);
    const planted = await move(app, from);
    await app.client(agent).email.change.mutate({ email: wanted });
    const { token } = confirmationOf(app, wanted);
    return {
      ...planted,
      async use() {
        await app.client(agent).email.confirm.mutate({ token });
        return rolesIn(app, await app.signInByMail(wanted));
      },
    };
  },
  async 'a connection that waits in a browser'(app) {
    const login = uniqueName();
    const planted = await importWith(app, {});
    const agent = app.agent();
    const visit = { login, email: planted.email };
    await agent.request(await startProviderVisits(app).visitProvider(agent, provider, visit));
    return { ...planted, use: () => signInAtProvider(app, login, agent) };
  },
};

interface Gain {
  readonly role: string;
  /** Returns a function that gives the role. */
  prepare(
    app: TestApp,
  ): Promise<(planted: Account, options?: { removeUnconfirmed: true }) => Promise<unknown>>;
}

const setBy = (role: string, by: (app: TestApp) => ReturnType<typeof applicationWith>): Gain => ({
  role,
  async prepare(app) {
    const authority = await by(app);
    return ({ userId }, options) =>
      setRoles(app.deps, authority, { id: userId.toHexString(), roles: [role], ...options }, NO_REQUEST);
  },
});
const anAuthority = async (app: TestApp) => authorityOf(app, await makeAdministrator(app));

const GAINS = {
  'administrator, in the console': setBy(ADMINISTRATOR, anAuthority),
  'a grave role, in the console': setBy('treasurer', anAuthority),
  'a grave role, by a service key': setBy('treasurer', (app) => applicationWith(app, 'roles:write')),
  'administrator, by the command': {
    role: ADMINISTRATOR,
    prepare: (app) =>
      Promise.resolve(async ({ email }, options) => {
        const args = ['grant', email, ...(options ? ['--remove-unconfirmed'] : [])];
        const { code, error } = await runInProcess(adminCommand, app.deps, args);
        if (code !== 0) throw new AppError('METHODS_UNCONFIRMED', { cause: error });
      }),
  },
} satisfies Readonly<Record<string, Gain>>;

const proveAddress = (app: TestApp, { email }: Planted) => app.signInByMail(email);
const used = (planted: Planted) => planted.use().catch(() => []);

async function expectNothingLeft(app: TestApp, planted: Planted, role: string): Promise<void> {
  const user = await readUser(app, planted);
  expect(user).toMatchObject({
    email: planted.email,
    roles: [role],
    sessions: [],
    accessTokens: [],
    emailUndos: [],
  });
  for (const field of ['pendingEmail', 'vouchedAt', 'securityReview', 'secondFactorRemoval'])
    expect(user).not.toHaveProperty(field);
  expect(await used(planted)).not.toContain(role);
  expect(await readUser(app, planted)).toMatchObject({ email: planted.email, roles: [role] });
}

async function promote(app: TestApp, userId: Planted['userId']): Promise<void> {
  const input = { id: userId.toHexString(), roles: [ADMINISTRATOR] };
  await setRoles(app.deps, await anAuthority(app), input, NO_REQUEST);
}

/** All of them share one decision, so `npm test` tries every case on one, and one case on each other. */
const casesOf = (gain: string, cases: Readonly<Record<string, Plant>>) =>
  Object.entries(cases).slice(0, gain === 'administrator, in the console' ? undefined : rounds(1, Infinity));

describe.each(Object.entries<Gain>(GAINS))('%s (security.md 45)', (gain, { role, prepare }) => {
  it.for(casesOf(gain, METHODS))(
    'is refused while %s is unconfirmed, and comes without it on request',
    async ([, plant], { app }) => {
      const give = await prepare(app);
      const planted = await plant(app);
      expect(await outcomeOf(give(planted))).toBe('METHODS_UNCONFIRMED');
      expect(await outcomeOf(give(planted, { removeUnconfirmed: true }))).toMatch(
        /^(METHODS_UNCONFIRMED|ADMINISTRATOR_REQUIRED)$/,
      );
      await proveAddress(app, planted);
      await used(planted);
      expect(await outcomeOf(give(planted))).toBe('METHODS_UNCONFIRMED');
      expect((await readUser(app, planted)).roles ?? []).toEqual([]);

      const outcome = await outcomeOf(give(planted, { removeUnconfirmed: true }));
      if (outcome === 'ADMINISTRATOR_REQUIRED') return expect(gain).toBe('a grave role, by a service key');
      expect(outcome).toBe('done');
      const { accounts, passkeys = [], totp = [], ...user } = await readUser(app, planted);
      expect([...accounts, ...passkeys, ...totp]).toEqual([]);
      for (const field of ['password', 'phone', 'recoveryCodes']) expect(user).not.toHaveProperty(field);
      await expectNothingLeft(app, planted, role);
    },
  );

  it.for(casesOf(gain, BEGUN))(
    'is refused before the own proof of the address, and then ends %s',
    async ([, plant], { app }) => {
      const give = await prepare(app);
      const planted = await plant(app);
      expect(await outcomeOf(give(planted))).toBe('METHODS_UNCONFIRMED');
      await proveAddress(app, planted);
      expect(await outcomeOf(give(planted))).toBe('done');
      await expectNothingLeft(app, planted, role);
    },
  );
});

it('a promotion ends what the person had begun, who then signs in with their own methods', async ({
  app,
}) => {
  const { email, agent } = await aPersonWithPassword(app);
  const { token } = await makeToken(app, agent);
  await promote(app, (await userAt(app, email))._id);
  expect(await app.client(agent).session.get.query()).toBeNull();
  expect((await callAsScript(app, bearer(token), 'session.get')).status).toBe(401);
  expect(await signInWithPassword(app, email, PASSWORD)).toEqual([ADMINISTRATOR]);
});

describe('what somebody else put on an account', () => {
  it('signs in as before, also after a sign-in by mail, where no grave role is given', async ({ app }) => {
    const login = uniqueName();
    const { email, userId } = await importWith(app, {
      passwordHash: OLD_HASH,
      accounts: [{ provider: provider.settings.id, providerAccountId: login }],
    });
    const { agent } = await startProviderVisits(app).signIn(provider, { login });
    expect((await app.client(agent).session.get.query())?.user.id).toBe(userId.toHexString());
    expect(await app.client(agent).securityReview.get.query()).toBeNull();
    await app.signInByMail(email);
    expect(await signInWithPassword(app, email, 'old secret')).toEqual([]);
    const again = await startProviderVisits(app).signIn(provider, { login });
    expect((await app.client(again.agent).session.get.query())?.user.id).toBe(userId.toHexString());
  });

  it('is confirmed in a session of a mail, which ends the others, by no planted method', async ({ app }) => {
    const { email, userId } = await importWith(app, { passwordHash: OLD_HASH });
    const attacker = app.agent();
    await app.client(attacker).password.signIn.mutate({ email, password: 'old secret' });
    expect(await outcomeOf(finishReview(app, attacker))).toBe('OTHER_SIGN_IN_REQUIRED');
    const owner = await app.signInByMail(email);
    expect(await app.client(attacker).session.get.query()).toBeNull();
    expect((await readUser(app, { userId })).sessions).toHaveLength(1);
    await app.client(attacker).password.signIn.mutate({ email, password: 'old secret' });
    expect(await app.client(attacker).securityReview.get.query()).toBeNull();
    expect(await outcomeOf(finishReview(app, attacker))).toBe('OTHER_SIGN_IN_REQUIRED');
    expect(await app.client(owner).securityReview.get.query()).toMatchObject({
      reason: 'vouched',
      additions: [{ kind: 'password' }],
    });
    await finishReview(app, owner);
    expect((await readUser(app, { userId })).sessions).toHaveLength(1);
    expect(await app.client(attacker).session.get.query()).toBeNull();
    expect(await app.client(owner).securityReview.get.query()).toBeNull();
    await promote(app, userId);
    expect(await signInWithPassword(app, email, 'old secret')).toEqual([ADMINISTRATOR]);
  });

  it('is not confirmed in an earlier session, whose owner then proves another address', async ({ app }) => {
    const [from, wanted] = [uniqueEmail(), uniqueEmail()];
    const attacker = await signUpWithPassword(app, from);
    await move(app, from);
    await app.client(attacker).email.change.mutate({ email: wanted });
    await app.client(attacker).email.confirm.mutate({ token: confirmationOf(app, wanted).token });
    expect(await outcomeOf(finishReview(app, attacker))).toBe('OTHER_SIGN_IN_REQUIRED');
  });

  it('is unconfirmed again when a later change of address is undone', async ({ app }) => {
    const { email, userId, login } = await importConnection(app);
    const { agent: attacker } = await startProviderVisits(app).signIn(provider, { login });
    const wanted = uniqueEmail();
    await app.client(attacker).email.change.mutate({ email: wanted });
    await app.client(attacker).email.confirm.mutate({ token: confirmationOf(app, wanted).token });
    await finishReview(app, await app.signInByMail(wanted));
    await app.client(app.agent()).email.undo.mutate({ token: await undoTokenOf(app, email) });
    expect(await outcomeOf(promote(app, userId))).toBe('METHODS_UNCONFIRMED');
  });

  it('is listed for administrators as unconfirmed', async ({ app }) => {
    const { userId } = await importWith(app, { passwordHash: OLD_HASH });
    const { client } = await makeAdministrator(app);
    const { signInMethods } = await client.users.inspect.query({ id: userId.toHexString() });
    expect(signInMethods.map(({ kind, isConfirmed }) => [kind, isConfirmed])).toEqual([
      ['email', false],
      ['password', false],
    ]);
  });
});

describe('a service key', () => {
  it('gives no grave role to somebody whom it creates or imports', async ({ app }) => {
    const key = await applicationWith(app, 'users:write', 'users:import', 'roles:write');
    for (const emailVerified of [true, false]) {
      const input = { email: uniqueEmail(), emailVerified, roles: ['treasurer'] };
      expect(await outcomeOf(createUser(app.deps, key, input, NO_REQUEST))).toBe('METHODS_UNCONFIRMED');
    }
    const people = [
      { externalId: uniqueName(), email: uniqueEmail(), emailVerified: true, roles: ['treasurer'] },
    ];
    expect(await importUsers(app.deps, key, { people, dryRun: false }, NO_REQUEST)).toMatchObject({
      created: 0,
      refused: [{ reason: 'role-refused' }],
    });
  });

  it('does not change the address of somebody with a grave role', async ({ app }) => {
    const email = uniqueEmail();
    await app.signInByMail(email);
    const { _id } = await userAt(app, email);
    const id = _id.toHexString();
    await setRoles(app.deps, { kind: 'server' }, { id, roles: ['treasurer'] }, NO_REQUEST);
    const key = await applicationWith(app, 'users:write');
    const change = updateUser(app.deps, key, { id, email: uniqueEmail() }, NO_REQUEST);
    expect(await outcomeOf(change)).toBe('ADMINISTRATOR_REQUIRED');
  });
});

describe('a promotion that removes a planted connection', () => {
  it('leaves no session of it, whichever of the two comes first', async ({ app }) => {
    for (let round = 0; round < rounds(1, 10); round++) {
      const { email, userId, login } = await importConnection(app);
      await app.signInByMail(email);
      const by = await anAuthority(app);
      const input = { id: userId.toHexString(), roles: [ADMINISTRATOR], removeUnconfirmed: true };
      const [attacker] = await Promise.all([
        startProviderVisits(app).signIn(provider, { login }),
        setRoles(app.deps, by, input, NO_REQUEST),
      ]);
      expect(await rolesIn(app, attacker.agent)).toEqual([]);
      expect(await readUser(app, { userId })).toMatchObject({
        roles: [ADMINISTRATOR],
        accounts: [],
        sessions: [],
      });
    }
  });

  it('removes a connection, too, that a session of it adds at the same moment', async ({ app }) => {
    for (let round = 0; round < rounds(1, 10); round++) {
      const { email, userId, login } = await importConnection(app);
      await app.signInByMail(email);
      const { agent } = await startProviderVisits(app).signIn(provider, { login });
      const actor = await actorOf(app.deps, agent);
      const by = await anAuthority(app);
      const added = {
        provider: provider.settings.id,
        providerAccountId: uniqueName(),
        type: 'oidc' as const,
      };
      const input = { id: userId.toHexString(), roles: [ADMINISTRATOR], removeUnconfirmed: true };
      await Promise.all([
        setRoles(app.deps, by, input, NO_REQUEST),
        linkAccount(app.deps, actor.user, added, { requestContext: NO_REQUEST, label: null, actor }).catch(
          () => null,
        ),
      ]);
      expect(await readUser(app, { userId })).toMatchObject({ roles: [ADMINISTRATOR], accounts: [] });
    }
  });

  it('has ended everything when the process is killed after the deciding write', async ({ app }) => {
    const { email, userId } = await importWith(app, { passwordHash: OLD_HASH });
    const owner = await app.signInByMail(email);
    const { token } = await makeToken(app, owner);
    const by = await anAuthority(app);
    const input = { id: userId.toHexString(), roles: [ADMINISTRATOR], removeUnconfirmed: true };
    for (let n = 0; !(await readUser(app, { userId })).roles?.length; n++) {
      faults.arm('killed', n);
      await setRoles(app.deps, by, input, NO_REQUEST).catch(() => null);
      faults.disarm();
    }
    expect(await app.client(owner).session.get.query()).toBeNull();
    expect((await callAsScript(app, bearer(token), 'session.get')).status).toBe(401);
    expect(await outcomeOf(signInWithPassword(app, email, 'old secret'))).toBe('CredentialsSignin');
  });
});
