import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { aSignedInUser } from '../../../testing/users/signed-in-users.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { checkConfiguration } from '../../configuration/check-configuration.ts';
import { redeemAuthorizationCode } from '../../domain/oauth/authorization-codes.ts';
import { NO_REQUEST } from '../../domain/rules/request-context.ts';

const LOOPBACK = 'http://127.0.0.1:51004/signed-in';
const SCHEME = 'com.example.notes:/signed-in';
const it = testWith({
  configuration: checkConfiguration({
    clients: {
      notes: {
        name: 'Barley Notes',
        redirects: ['http://127.0.0.1/signed-in', SCHEME, 'https://notes.example/signed-in'],
      },
    },
  }),
});

const VERIFIER = 'v'.repeat(43);

function requestOf(changes: Readonly<Record<string, string>> = {}): string {
  return new URLSearchParams({
    response_type: 'code',
    client_id: 'notes',
    redirect_uri: LOOPBACK,
    scope: 'openid email offline_access',
    state: 's1',
    code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
    code_challenge_method: 'S256',
    ...changes,
  }).toString();
}

const codesOf = ({ deps }: TestApp, { userId }: Awaited<ReturnType<typeof aSignedInUser>>) =>
  deps.collections.authorizationCodes.countDocuments({ userId });

it('says which app asks, gives it a code, and lists its session', async ({ app }) => {
  const { agent } = await aSignedInUser(app);
  const { authorizations, session } = app.client(agent);
  expect(await authorizations.inspect.query({ request: requestOf() })).toEqual({
    next: 'confirm',
    app: { id: 'notes', name: 'Barley Notes' },
    leadsTo: { kind: 'loopback', address: '127.0.0.1:51004' },
    scopes: ['openid', 'email', 'offline_access'],
  });
  const { url } = await authorizations.approve.mutate({ request: requestOf() });
  const answer = new URL(url);
  expect(answer.origin + answer.pathname).toBe(LOOPBACK);
  expect(answer.searchParams.get('state')).toBe('s1');
  expect(answer.searchParams.get('iss')).toBe(app.origin);

  const client = app.deps.oauthClients.get('notes');
  if (!client) throw new Error('the client is not declared');
  await redeemAuthorizationCode(
    app.deps,
    client,
    {
      code: answer.searchParams.get('code') ?? '',
      redirectUri: LOOPBACK,
      codeVerifier: VERIFIER,
      resources: [],
    },
    NO_REQUEST,
  );
  const [browser, notes, ...others] = await session.list.query();
  expect(others).toEqual([]);
  expect(notes).toMatchObject({
    current: false,
    app: { id: 'notes', name: 'Barley Notes', authorizedBy: browser?.id },
  });
  // What a stolen session has let in ends with it.
  const second = await app.signInByMail((await actorOf(app.deps, agent)).user.email ?? '');
  await app.client(second).session.revoke.mutate({ id: browser?.id ?? '' });
  expect(await app.client(second).session.list.query()).toEqual([expect.objectContaining({ current: true })]);
});

it('names the scheme of an app that has one of its own', async ({ app }) => {
  const { agent } = await aSignedInUser(app);
  const request = requestOf({ redirect_uri: SCHEME });
  expect(await app.client(agent).authorizations.inspect.query({ request })).toMatchObject({
    leadsTo: { kind: 'scheme', address: 'com.example.notes' },
  });
});

it.for([
  ['a new sign-in', { prompt: 'login' }],
  ['a sign-in that is newer', { max_age: '0' }],
  ['a second factor', { acr_values: 'aal2' }],
  ['no question', { prompt: 'none' }],
  ['an address on the web', { redirect_uri: 'https://notes.example/signed-in' }],
  ['a scope that is not declared', { scope: 'openid orders:read' }],
] as const)(
  'gives no code to a request for %s, which goes back to the endpoint',
  async ([, changes], { app }) => {
    const person = await aSignedInUser(app);
    const { authorizations } = app.client(person.agent);
    const request = requestOf(changes);
    expect(await authorizations.inspect.query({ request })).toEqual({ next: 'authorize' });
    expect(await authorizations.approve.mutate({ request })).toEqual({ url: `/oauth/authorize?${request}` });
    expect(await codesOf(app, person)).toBe(0);
  },
);

it('tells the app that the person cancelled', async ({ app }) => {
  const { agent } = await aSignedInUser(app);
  const { url } = await app.client(agent).authorizations.deny.mutate({ request: requestOf() });
  expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
    error: 'access_denied',
    error_description: expect.any(String),
    state: 's1',
    iss: app.origin,
  });
});

it.for([
  ['OAUTH_CLIENT_UNKNOWN', { client_id: 'somebody' }],
  ['OAUTH_REDIRECT_UNKNOWN', { redirect_uri: 'com.example.other:/signed-in' }],
] as const)('answers %s and no address', async ([code, changes], { app }) => {
  const { authorizations } = app.client((await aSignedInUser(app)).agent);
  const input = { request: requestOf(changes) };
  for (const call of [
    authorizations.inspect.query,
    authorizations.approve.mutate,
    authorizations.deny.mutate,
  ]) {
    expect(await appCodeOf(call(input))).toBe(code);
  }
});
