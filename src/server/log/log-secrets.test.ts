import { expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { testWithProviders } from '../../testing/providers/provider-visits.ts';
import { wrongCode } from '../../testing/sign-in/phones.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { toText } from './log-text.ts';
import type { Fetch } from '../net/transport.ts';

// `issued-secrets.ts` looks for the secrets of cookies, answers and mails in the logs of all tests.

/** The other secrets: those of the server, and those to and from a provider, each with its kind. */
const secrets = new Map<string, string>();
/** Replaces the next answer of the token endpoint. */
let replaceAnswer: ((text: string) => Response) | null = null;

function keepSecret(what: string, value: string | null | undefined): void {
  if (value) secrets.set(value, what);
}

function keepParameters(what: string, parameters: URLSearchParams): void {
  for (const name of ['code', 'state', 'nonce', 'code_verifier', 'client_secret'])
    keepSecret(`${what} ${name}`, parameters.get(name));
}

const EXPECTED_KINDS = [
  'access_token',
  'id_token',
  'auth secret',
  'client secret',
  'token request code',
  'token request code_verifier',
  'authorization header',
  'forged state',
];

const watchedFetch: Fetch = async (input, init) => {
  const sent =
    typeof init?.body === 'string' || init?.body instanceof URLSearchParams ? String(init.body) : '';
  keepParameters('token request', new URLSearchParams(sent));
  keepSecret('authorization header', new Headers(init?.headers).get('authorization'));
  const response = await fetch(input, init);
  const text = await response.text();
  if (String(input instanceof Request ? input.url : input).endsWith('/token')) {
    for (const [, name = '', value] of text.matchAll(/"(access_token|refresh_token|id_token)":"([^"]+)"/g))
      keepSecret(name, value);
    const replaced = replaceAnswer?.(text);
    if (replaced) return replaced;
  }
  return new Response(text, { status: response.status, headers: response.headers });
};

const { it, trusted, untrusted, visitProvider, signIn } = await testWithProviders({
  fetch: watchedFetch,
  prepare: async (db) => {
    await db.createCollection('sessions', { validator: { userAgent: { $ne: 'refused' } } });
  },
});
it.beforeAll(({ app }) => {
  keepSecret('auth secret', app.deps.settings.authSecret);
  for (const { settings } of [trusted, untrusted]) keepSecret('client secret', settings.clientSecret);
});

async function signInEveryWay(app: TestApp): Promise<void> {
  const linked = app.agent();
  const { token } = await app.requestMail('link@example.test', linked);
  await app.client(linked).session.confirmLink.mutate({ email: 'link@example.test', token });
  await app.client(linked).session.signOut.mutate();

  const coded = await app.signInByMail('code@example.test');
  await coded.postAuthForm('/auth/signout');

  const formed = app.agent();
  await formed.postAuthForm('/auth/signin/email', { email: 'form@example.test' });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last('form@example.test')));
  await formed.request(`/auth/callback/email${link.search}`);
  await formed.request(`/auth/callback/email${link.search}`, { method: 'POST' });

  const provided = app.agent();
  await signIn(trusted, { login: 'person', email: 'person@example.test' }, provided);
  await provided.request(await visitProvider(provided, untrusted, { login: 'second' }, true));
  await app.client(provided).accounts.unlink.mutate({ provider: 'untrusted', providerAccountId: 'second' });
}

async function failEveryWay(app: TestApp): Promise<void> {
  const agent = app.agent();
  const { session, profile } = app.client(agent);
  const email = 'fail@example.test';
  const { token, code } = await app.requestMail(email, agent);
  await appCodeOf(session.signInWithCode.mutate({ email, code: wrongCode(code) }));
  await appCodeOf(session.confirmLink.mutate({ email, token: `${token.slice(1)}x` }));
  await appCodeOf(profile.get.query());
  // The database refuses the session, so the logged error contains the document.
  await agent.request(`/auth/callback/email?email=${email}&token=${token}`, {
    method: 'POST',
    headers: { 'user-agent': 'refused' },
  });
  await agent.request(`/auth/callback/email?email=${email}&token=${token}`, { method: 'POST' });
  await agent.postForm('/auth/signin/email', { csrfToken: 'wrong', email });
  await signIn(trusted, { cancel: true }, agent);
  for (const change of ['state', 'code', 'iss']) {
    const callback = new URL(await visitProvider(agent, trusted, { login: 'person' }));
    callback.searchParams.set(change, `forged-${change}-${'x1'.repeat(20)}`);
    keepParameters('forged', callback.searchParams);
    await agent.request(callback.pathname + callback.search);
  }
  const replacements: ((text: string) => Response)[] = [
    // V8 quotes invalid JSON in its message, and oauth4webapi keeps the body of an error.
    (text) => new Response(text.slice(1), { headers: { 'content-type': 'application/json' } }),
    (text) =>
      Response.json({ error: 'invalid_grant', error_description: text, leaked: text }, { status: 400 }),
    (text) => Response.json({ ...(JSON.parse(text) as object), id_token: 'a.b.c' }),
    (text) => new Response(text, { status: 500, headers: { 'content-type': 'text/plain' } }),
  ];
  for (const each of replacements) {
    replaceAnswer = each;
    const { location } = await signIn(trusted, { login: 'person' }, agent);
    expect(location.searchParams.get('error')).toBe('OAuthCallback');
  }
  replaceAnswer = null;
  await agent.postJson('/auth/_log', {
    code: 'OAuthSignin',
    message: `at ${app.origin}/confirm?token=${token}`,
  });
}

it('the log contains every event and no secret of a provider or of the server, raw or encoded (security.md 24)', async ({
  app,
}) => {
  await signInEveryWay(app);
  await failEveryWay(app);

  // The written lines, in both formats. JSON escapes no character of these secrets.
  const asJson = app.logLines.map((line) => JSON.stringify(line));
  const log = [...asJson, ...asJson.map(toText)].join('\n');
  const leaks = [...secrets].filter(([secret]) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((written) =>
      log.includes(written),
    ),
  );
  expect(leaks.map(([, what]) => what)).toEqual([]);
  for (const mail of app.mailbox.messages) expect(log).not.toContain(mail.text.slice(0, 80));
  // The search is valid only if every kind of secret was recorded.
  expect([...new Set(secrets.values())]).toEqual(expect.arrayContaining(EXPECTED_KINDS));

  const events = app.logLines.filter(({ msg }) => msg === 'authentication');
  for (const { requestId } of events) expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
  const methodsOf = (event: string) =>
    new Set(events.filter((line) => line['event'] === event).map(({ method }) => method));
  expect(methodsOf('auth.sign-in')).toEqual(new Set(['email-link', 'email-code', 'trusted']));
  expect(methodsOf('auth.mail-requested').size).toBe(1);
  expect(methodsOf('auth.linked')).toEqual(new Set(['untrusted']));
  expect(events.filter(({ event }) => event === 'auth.unlinked')).toHaveLength(1);
  expect(events.filter(({ event }) => event === 'auth.sign-out')).toHaveLength(2);
  const codes = new Set(events.filter(({ event }) => event === 'auth.failed').map(({ code }) => code));
  expect(codes).toEqual(new Set(['CODE_INVALID', 'Verification', 'Callback', 'Signin', 'OAuthCallback']));
});
