import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { HOUR_MS } from '../../shared/limits.ts';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { storeRequest } from '../domain/codes/verification-tokens.ts';
import { createToken, hashVerificationToken } from '../crypto/secrets.ts';
import { createAdapter } from './adapter.ts';
import type { VerificationIdentifier } from '../database/verification-documents.ts';
import { identifierOf, type VerificationKind } from '../domain/rules/verification-identifiers.ts';
import { createFlowState } from './flow-state.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { anAuthRequest } from '../../testing/providers/auth-requests.ts';
import { NO_ORIGIN } from '../domain/rules/request-origin.ts';

/** Answers the token of its link. */
async function openRequest(app: TestApp, identifier: VerificationIdentifier): Promise<string> {
  const token = createToken();
  await storeRequest(app.deps, {
    identifier,
    tokenHash: hashVerificationToken(token, app.deps.settings.authSecret),
    codeHash: null,
    browser: null,
    byUnknownCaller: true,
    expires: new Date(Date.now() + HOUR_MS),
  });
  return token;
}

async function redeem(app: TestApp, query: string) {
  const agent = app.agent();
  const answer = await agent.request(`/auth/callback/email?${query}`, { method: 'POST' });
  return {
    error: answer.location === null ? null : new URL(answer.location).searchParams.get('error'),
    session: await app.client(agent).session.get.query(),
  };
}

const USER_ID = new ObjectId('507f1f77bcf86cd799439011');

const OTHER_KINDS = {
  'reset-password': (email) => identifierOf('reset-password', email),
  phone: () => identifierOf('phone', USER_ID),
  'phone-sign-in': () => identifierOf('phone-sign-in', '+14155550123'),
  reauthenticate: () => identifierOf('reauthenticate', USER_ID, new ObjectId('507f1f77bcf86cd799439012')),
} as const satisfies Record<Exclude<VerificationKind, 'sign-in'>, (email: string) => VerificationIdentifier>;

type Query = readonly [string, (identifier: string) => string];
const WITHOUT_ADDRESS: readonly Query[] = [
  ['no address', () => ''],
  ['an empty address', () => 'email='],
  ['a list', (identifier) => `email[]=${encodeURIComponent(identifier)}`],
  ['an operator', () => 'email[$ne]=1'],
  ['its identifier under another name', (identifier) => `identifier=${encodeURIComponent(identifier)}`],
];
const OTHERS: readonly Query[] = [
  ...WITHOUT_ADDRESS,
  ['its own identifier', (identifier) => `email=${encodeURIComponent(identifier)}`],
  ['its own identifier in capitals', (identifier) => `email=${encodeURIComponent(identifier.toUpperCase())}`],
  ['its own identifier and a space', (identifier) => `email=${encodeURIComponent(identifier)}%20`],
  ['the address of the person', () => 'email=somebody%40example.test'],
];

/** Signs nobody in, and leaves the token. */
async function expectRefusal(app: TestApp, identifier: VerificationIdentifier, query: string): Promise<void> {
  const { users, verificationTokens } = app.deps.collections;
  const before = await users.countDocuments();
  expect(await redeem(app, query)).toMatchObject({ error: 'Verification', session: null });
  expect(await users.countDocuments()).toBe(before);
  expect(await verificationTokens.deleteMany({ identifier })).toMatchObject({ deletedCount: 1 });
}

describe.each(Object.entries(OTHER_KINDS))('the token of kind %s', (_kind, makeIdentifier) => {
  it.for(OTHERS)('signs nobody in with %s', async ([_what, queryOf], { app }) => {
    const identifier = makeIdentifier('somebody@example.test');
    const token = await openRequest(app, identifier);
    await expectRefusal(app, identifier, `${queryOf(identifier)}&token=${token}`);
  });
});

describe('the token of a sign-in mail', () => {
  it.for(WITHOUT_ADDRESS)('signs nobody in with %s', async ([_what, queryOf], { app }) => {
    const email = uniqueEmail();
    const identifier = identifierOf('sign-in', email);
    const token = await openRequest(app, identifier);
    await expectRefusal(app, identifier, `${queryOf(email)}&token=${token}`);
  });

  it.for(['', 'token=', 'token=short', 'token[]=a'])(
    'is missing with %j: nobody is signed in',
    async (query, { app }) => {
      const email = uniqueEmail();
      const identifier = identifierOf('sign-in', email);
      await openRequest(app, identifier);
      await expectRefusal(app, identifier, `email=${email}&${query}`);
    },
  );

  it('signs in with its address in lower or upper case', async ({ app }) => {
    const email = uniqueEmail();
    const token = await openRequest(app, identifierOf('sign-in', email));
    const { error, session } = await redeem(app, `email=${email.toUpperCase()}&token=${token}`);
    expect([error, session?.user.email]).toEqual([null, email]);
  });
});

describe('the adapter', () => {
  const makeAdapter = (app: TestApp) =>
    createAdapter(
      app.deps,
      anAuthRequest({ action: 'callback', requestOrigin: NO_ORIGIN }),
      createFlowState(null),
    );

  it.for([undefined, null, '', 'somebody', 'phone:1', { $ne: null }, ['a@example.test']])(
    'finds no verification token for the identifier %j',
    async (identifier, { app }) => {
      const text = typeof identifier === 'string' ? identifier : uniqueEmail();
      const stored = text as VerificationIdentifier;
      const token = await openRequest(app, stored);
      const asked = { identifier: identifier as string, token };
      expect(await makeAdapter(app).useVerificationToken(asked)).toBeNull();
      const { verificationTokens } = app.deps.collections;
      expect(await verificationTokens.deleteOne({ identifier: stored })).toMatchObject({ deletedCount: 1 });
    },
  );

  it.for(['somebody', 'reset-password:me@example.test', '\u212Aate@example.test', 'a@b.test,c@d.test'])(
    'stores nothing under the address %j',
    async (email, { app }) => {
      const adapter = makeAdapter(app);
      const own = uniqueEmail();
      const user = await adapter.createUser({ id: '', name: null, email: own, emailVerified: new Date() });
      const emailVerified = new Date();
      await expect(adapter.createUser({ id: '', name: null, email, emailVerified })).rejects.toMatchObject({
        name: 'ZodError',
      });
      const update = adapter.updateUser({ id: user.id, email, emailVerified });
      await expect(update).rejects.toThrow('only the proof of an address can be written');
      expect(await adapter.getUserByEmail(email)).toBeNull();
      expect(await app.deps.collections.users.countDocuments({ email })).toBe(0);
    },
  );
});
