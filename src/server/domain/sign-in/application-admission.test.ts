import { beforeEach, describe, expect } from 'vitest';
import { z } from 'zod';
import type { AdmissionVia } from '../../../shared/configuration-types.ts';
import { defineFoyer, field, type AdmittedUser, type FoyerConfig } from '../../../shared/foyer-config.ts';
import { HOOK_TIMEOUT_MS } from '../../configuration/hooks.ts';
import { appCodeOf, outcomeOf } from '../../../testing/app/app-code.ts';
import { completeIn, keepWholeUser } from '../../../testing/users/enrolled-user.ts';
import type { HttpAgent } from '../../../testing/app/http-agent.ts';
import { aPersonWithPassword, PASSWORD, signUpWithPassword } from '../../../testing/sign-in/passwords.ts';
import { testWithProviders } from '../../../testing/providers/provider-visits.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { testDocuments } from '../../../testing/app/test-documents.ts';
import { uniqueEmail, uniqueName } from '../../../testing/run/unique-name.ts';
import { SIGN_IN_ATTEMPTS } from '../../../testing/sign-in/sign-in-attempts.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';

type Admit = NonNullable<FoyerConfig['admit']>;

const ADMITTED: Admit = () => undefined;
const REFUSED: Admit = () => ({ refuse: 'ADMISSION_REFUSED' });
const onlyFor =
  (action: AdmissionVia['action'], admit: Admit): Admit =>
  (person, via) =>
    via.action === action ? admit(person, via) : undefined;

let admit: Admit;
let asked: { readonly person: AdmittedUser; readonly via: AdmissionVia }[];
beforeEach(() => {
  admit = ADMITTED;
  asked = [];
});

const wholeUser = keepWholeUser();
const { it, trusted, untrusted, visitProvider } = await testWithProviders({
  settings: { phoneSignIn: true },
  documents: await testDocuments(),
  configuration: checkConfiguration(
    defineFoyer({
      fields: z.object({
        plan: field(z.string(), { read: ['application'], write: ['application'], label: { en: 'Plan' } }),
      }),
      admit(person, via) {
        asked.push({ person, via });
        return admit(person, via);
      },
    }),
  ),
});

async function signInByCode(app: TestApp, email = uniqueEmail(), agent = app.agent()) {
  const { code } = await app.requestMail(email, agent);
  return app.client(agent).session.signInWithCode.mutate({ email, code });
}

describe('a sign-up', () => {
  it('asks for the account and then for the session', async ({ app }) => {
    const email = uniqueEmail();
    await signInByCode(app, email);
    const user = await app.deps.collections.users.findOne({ email });
    const person = { name: null, email, roles: [], data: {} };
    expect(asked).toEqual([
      { person: { ...person, id: null }, via: { action: 'sign-up', method: 'email-code' } },
      {
        person: { ...person, id: user?._id.toHexString() },
        via: { action: 'sign-in', method: 'email-code' },
      },
    ]);
  });

  it.for<[string, string, (app: TestApp, email: string, agent: HttpAgent) => Promise<unknown>]>([
    ['a mailed code', 'email-code', signInByCode],
    ['password', 'email-code', (app, email, agent) => signUpWithPassword(app, email, { agent })],
    [
      'an identity provider',
      'trusted',
      async (_app, email, agent) => {
        const login = uniqueName();
        const callback = await visitProvider(agent, trusted, { login, email });
        const { location } = await agent.request(callback);
        return new URL(location ?? 'none:').searchParams.get('error');
      },
    ],
  ])('by %s makes no account when it is refused', async ([, method, signUp], { app }) => {
    admit = onlyFor('sign-up', REFUSED);
    const [email, agent] = [uniqueEmail(), app.agent()];
    expect(await outcomeOf(signUp(app, email, agent))).toBe('ADMISSION_REFUSED');
    expect(asked).toMatchObject([{ person: { id: null, email }, via: { action: 'sign-up', method } }]);
    expect(await app.deps.collections.users.countDocuments({ email })).toBe(0);
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(app.logLines).toContainEqual(
      expect.objectContaining({ action: 'sign-up', method, code: 'ADMISSION_REFUSED' }),
    );
  });
});

describe('a sign-in', () => {
  it.for(SIGN_IN_ATTEMPTS)(
    'by %s makes no session when it is refused',
    { timeout: 60_000 },
    async ([, attempt], { app }) => {
      const person = await wholeUser(app, trusted);
      const { users, sessions } = app.deps.collections;
      const { userId } = person;
      await users.updateOne({ _id: userId }, { $set: { totp: [], roles: ['editor'], data: { plan: 'x' } } });
      const world = { app, person, trusted, untrusted };
      const agent = app.agent();
      await attempt.prepare?.(world, agent);
      const before = await sessions.find({ userId }).toArray();
      // The waiting account is first taken for a sign-up, and then belongs to somebody.
      admit = onlyFor('sign-in', REFUSED);
      asked = [];
      expect(await outcomeOf(attempt.go(world, agent))).not.toBe('signed-in');
      expect(asked.at(-1)).toMatchObject({
        person: { id: userId.toHexString(), email: person.email, roles: ['editor'], data: { plan: 'x' } },
        via: { action: 'sign-in' },
      });
      expect(await app.client(agent).session.get.query()).toBeNull();
      expect(await sessions.find({ userId }).toArray()).toEqual(before);
      expect((await users.findOne({ _id: userId }))?.sessions?.length).toBe(before.length);
    },
  );

  it('asks only after the second factor', async ({ app }) => {
    const person = await wholeUser(app, trusted);
    admit = REFUSED;
    asked = [];
    const agent = app.agent();
    const { email } = person;
    expect(await app.client(agent).password.signIn.mutate({ email, password: PASSWORD })).toMatchObject({
      status: 'second-factor',
    });
    expect(asked).toEqual([]);
    expect(await appCodeOf(completeIn(app, agent, person))).toBe('ADMISSION_REFUSED');
    expect(asked).toMatchObject([{ via: { action: 'sign-in', method: 'password + totp' } }]);
    expect(await app.client(agent).session.get.query()).toBeNull();
  });

  it('is not asked for a wrong proof', async ({ app }) => {
    const { email } = await aPersonWithPassword(app);
    asked = [];
    const call = app.client(app.agent()).password.signIn.mutate({ email, password: `not ${PASSWORD}` });
    expect(await appCodeOf(call)).toBe('CredentialsSignin');
    expect(asked).toEqual([]);
  });

  it.for(['ACCOUNT_SUSPENDED', 'EMAIL_KEPT', 'PICTURE_TOO_LARGE'] as const)(
    'answers the code that the application names, also one that the procedure does not declare: %s',
    async (refuse, { app }) => {
      admit = () => Promise.resolve({ refuse });
      expect(await appCodeOf(signInByCode(app))).toBe(refuse);
    },
  );

  it.for<[string, Admit]>([
    ['throws', () => Promise.reject(new Error('the directory does not answer'))],
    ['takes too long', () => new Promise(() => {})],
    ['answers an unknown code', () => ({ refuse: 'NO_SUCH_CODE' }) as never],
    ['answers false', () => false as never],
    ['answers null', () => null as never],
  ])('admits nobody when admit %s', { timeout: HOOK_TIMEOUT_MS + 30_000 }, async ([, failing], { app }) => {
    admit = onlyFor('sign-in', failing);
    const agent = app.agent();
    expect(await appCodeOf(signInByCode(app, uniqueEmail(), agent))).toBe('ADMISSION_UNKNOWN');
    expect(await app.client(agent).session.get.query()).toBeNull();
    expect(app.logLines).toContainEqual(
      expect.objectContaining({ msg: 'admit of foyer.config.ts failed, so nobody is admitted' }),
    );
  });
});
