import { readdir, readFile } from 'node:fs/promises';
import { afterAll, describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { addAuthenticator } from '../../testing/sign-in/authenticator-apps.ts';
import { testWith } from '../../testing/app/fixture.ts';
import { moved, type AgentAnswer } from '../../testing/app/http-agent.ts';
import { OTHER_PASSWORD, signUpWithPassword } from '../../testing/sign-in/passwords.ts';
import { beginSignIn } from '../../testing/sign-in/second-step.ts';
import { createTestApp } from '../../testing/app/test-app.ts';
import { uniqueEmail } from '../../testing/run/unique-name.ts';
import { callProcedure, PROCEDURES } from '../../testing/app/procedures.ts';

/** The server before the operator sets `SECOND_FACTOR`, on the same database. */
const before = await createTestApp();
const { databaseName } = before.db;
/** `SECOND_FACTOR=off`, on the same database. */
const off = await createTestApp({ databaseName, settings: { secondFactor: 'off' } });
afterAll(async () => {
  await off.close();
  await before.close();
});
/** `SECOND_FACTOR=everyone`. */
const it = testWith({ databaseName, settings: { secondFactor: 'everyone' } });

/** What a person may do who must set up a second factor: that, and signing out. */
const ALLOWED = [
  'passkeys.begin',
  'passkeys.finish',
  'passkeys.list',
  'secondFactor.beginTotp',
  'secondFactor.confirmTotp',
  'secondFactor.get',
  // The set-up needs a fresh session.
  'session.reauthenticate',
  'session.signOut',
];

/** The keys and types of an answer, without its random values and times. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shapeOf);
  if (value === null || typeof value !== 'object') return value === null ? null : typeof value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, shapeOf(each)]));
}

function outlineOf({ status, text, location, setCookies }: AgentAnswer): unknown {
  const isJson = text.startsWith('{') || text.startsWith('[') || text === 'null';
  const answer = isJson ? (JSON.parse(text) as { error?: { data?: { appCode?: string } } } | null) : null;
  return {
    status,
    location,
    code: answer?.error?.data?.appCode,
    answer: isJson ? shapeOf(answer) : text.replaceAll(/value="[0-9a-f]{64}"/g, ''),
    // Auth.js sends the session cookie again.
    cookies: setCookies
      .map((cookie) => cookie.split('=')[0]?.replace(/^(foyer\.passkey\.).*/, '$1'))
      .filter((name) => name !== 'foyer.session'),
  };
}

describe('the session of a person who must set up a second factor', () => {
  it('is no session for any procedure outside the list', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    expect(agent.cookies.has('foyer.session')).toBe(true);
    const different: string[] = [];
    for (const procedure of PROCEDURES) {
      if (procedure.path === 'session.signOut') continue;
      const [own, unknownCallers] = await Promise.all(
        [agent, app.agent()].map(async (each) => outlineOf(await callProcedure(each, procedure))),
      );
      if (JSON.stringify(own) !== JSON.stringify(unknownCallers)) different.push(procedure.path);
    }
    expect([...different, 'session.signOut'].toSorted()).toEqual(ALLOWED);
    expect(PROCEDURES.length).toBeGreaterThan(60);
  });

  it('is shown to nobody: session.get, session.token and Auth.js do not know it', async ({ app }) => {
    const agent = app.agent();
    const { session } = app.client(agent);
    const email = uniqueEmail();
    const { code } = await app.requestMail(email, agent);
    const answer = await session.signInWithCode.mutate({ email, code });
    expect(answer).toMatchObject({
      status: 'signed-in',
      session: null,
      callbackUrl: expect.stringContaining('/set-up-second-factor'),
    });
    expect(await session.get.query()).toBeNull();
    const audience = 'https://api.example.test';
    expect(await appCodeOf(session.token.query({ audience }))).toBe('SessionRequired');
    expect((await agent.request('/auth/session')).json()).toBeNull();
    expect(await app.client(agent).secondFactor.get.query()).toMatchObject({ mustEnrol: true, isOn: false });
  });

  it.for([
    '/auth/session',
    '/auth/providers',
    '/auth/csrf',
    '/auth/signin',
    '/auth/signout',
    '/auth/error',
    '/auth/verify-request',
    '/auth/callback/email',
    '/pictures/unknown',
    '/provider-logos/unknown',
    '/brand/unknown',
    '/openapi.json',
    '/.well-known/jwks.json',
    '/.well-known/foyer-configuration',
    '/.well-known/change-password',
    '/',
    '/account',
  ])('is no session at %s', async (path, { app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const otherPerson = app.agent();
    expect(outlineOf(await agent.request(path))).toEqual(outlineOf(await otherPerson.request(path)));
    // Auth.js clears the cookie of a session that it does not find.
    expect(agent.cookies.has('foyer.session')).toBe(true);
  });

  it('is read by these files only, and each holds it back', async () => {
    const server = new URL('../', import.meta.url);
    const readers: string[] = [];
    for (const file of await readdir(server, { recursive: true })) {
      if (!file.endsWith('.ts') || /\.test(-d)?\.ts$/.test(file)) continue;
      const text = await readFile(new URL(file, server), 'utf8');
      if (/\b(readAnySession|enrolmentSession)\(/.test(text)) readers.push(file);
    }
    expect(readers.toSorted()).toEqual([
      // Auth.js: its callback `session` shows nothing of it. A verification of this session may go on.
      'auth/adapter.ts',
      'auth/auth-config.ts',
      'domain/sessions/sessions.ts',
      // The verification of this session by its second factor.
      'domain/sign-in/second-step.ts',
      // Leads to the page of the set-up.
      'oauth/authorize.ts',
      // The page of the set-up.
      'pages/signed-out-pages.ts',
      'trpc/context.ts',
      'trpc/procedures.ts',
      // Leaves the cookie of this session alone.
      'trpc/routers/session-impersonation.ts',
    ]);
  });

  it('can sign out', async ({ app }) => {
    const agent = await app.signInByMail(uniqueEmail());
    const stolen = moved(agent, app);
    await app.client(agent).session.signOut.mutate();
    expect(agent.cookies.has('foyer.session')).toBe(false);
    expect(await appCodeOf(app.client(stolen).secondFactor.get.query())).toBe('SessionRequired');
  });

  it('is the same session after the set-up, at level 2', async ({ app }) => {
    const email = uniqueEmail();
    const agent = await app.signInByMail(email);
    const cookie = agent.cookies.get('foyer.session');
    const { recoveryCodes } = await addAuthenticator(app, agent);
    expect(recoveryCodes).toHaveLength(10);
    expect(agent.cookies.get('foyer.session')).toBe(cookie);
    const { session, password } = app.client(agent);
    expect(await session.get.query()).toMatchObject({ user: { email }, aal: 2 });
    await password.set.mutate({ password: OTHER_PASSWORD });
  });

  it('is held back also when it is older than the setting', async ({ app }) => {
    const agent = await before.signInByMail(uniqueEmail());
    expect(await before.client(agent).session.get.query()).not.toBeNull();
    const now = moved(agent, app);
    expect(await app.client(now).session.get.query()).toBeNull();
    expect(await appCodeOf(app.client(now).profile.get.query())).toBe('SessionRequired');
    await addAuthenticator(app, now);
    expect(await app.client(now).session.get.query()).not.toBeNull();
  });

  it('does not end access tokens from before', async ({ app }) => {
    const agent = await before.signInByMail(uniqueEmail());
    const { token } = await makeToken(before, agent);
    const read = async () => (await callAsScript(app, bearer(token), 'profile.get')).status;
    expect(await read()).toBe(200);
    const now = moved(agent, app);
    await addAuthenticator(app, now);
    expect(await read()).toBe(200);
    // No access token sets up a second factor.
    expect((await callAsScript(app, bearer(token), 'secondFactor.get')).status).toBe(403);
  });
});

it('SECOND_FACTOR=everyone keeps the last second factor', async ({ app }) => {
  const agent = await app.signInByMail(uniqueEmail());
  const first = await addAuthenticator(app, agent);
  const second = await addAuthenticator(app, agent);
  const { secondFactor } = app.client(agent);
  await secondFactor.removeTotp.mutate({ id: first.id });
  expect(await appCodeOf(secondFactor.removeTotp.mutate({ id: second.id }))).toBe('LAST_SECOND_FACTOR');
  expect(await secondFactor.get.query()).toMatchObject({ isOn: true, recoveryCodesLeft: 10 });
});

describe('SECOND_FACTOR=off', () => {
  it('lets nobody set up a second factor', async () => {
    const agent = await off.signInByMail(uniqueEmail());
    const { secondFactor } = off.client(agent);
    expect(await appCodeOf(secondFactor.beginTotp.mutate())).toBe('SECOND_FACTOR_OFF');
    const begun = await before.client(moved(agent, before)).secondFactor.beginTotp.mutate();
    const confirm = secondFactor.confirmTotp.mutate({ enrolment: begun.enrolment, code: '000000' });
    expect(await appCodeOf(confirm)).toBe('SECOND_FACTOR_OFF');
  });

  it('still asks whoever has one, and lets them remove it', async () => {
    const email = uniqueEmail();
    const enrolled = await signUpWithPassword(before, email);
    const { id } = await addAuthenticator(before, enrolled);
    const agent = await beginSignIn(off, email);
    expect(agent.cookies.has('foyer.session')).toBe(false);
    const { secondFactor } = off.client(moved(enrolled, off));
    expect(await secondFactor.removeTotp.mutate({ id })).toMatchObject({ policy: 'off', isOn: false });
    await off.signInByMail(email, agent);
    expect(await off.client(agent).session.get.query()).not.toBeNull();
  });
});
