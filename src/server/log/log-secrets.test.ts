import { parseSetCookie } from 'cookie';
import { afterAll, beforeAll, expect, vi } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { HttpAgent, type AgentAnswer } from '../../testing/app/http-agent.ts';
import { startIdentityProvider, type IdentityProvider } from '../../testing/providers/identity-provider.ts';
import { startProviderVisits, type ProviderVisits } from '../../testing/providers/provider-visits.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { toText } from './log-text.ts';
import type { Fetch } from '../net/transport.ts';

/** Each secret that was issued in this run, with its kind. */
const secrets = new Map<string, string>();
const requestIds = new Set<string>();
let requests = 0;

let one: IdentityProvider;
let two: IdentityProvider;

let visits: ProviderVisits;
/** Replaces the next answer of the token endpoint. */
let replaceAnswer: ((text: string) => Response) | null = null;

/** Short values and paths are no secrets, and would occur in any log. */
function keepSecret(what: string, value: string | null | undefined): void {
  if (!value || value.length < 6 || value.startsWith('/')) return;
  secrets.set(value, what);
  // Cookies contain Auth.js's signed or encrypted values, URL-encoded.
  const decoded = decodeURIComponent(value);
  if (decoded !== value) keepSecret(what, decoded);
}

const SECRET_PARAMETERS = [
  'code',
  'state',
  'nonce',
  'token',
  'code_challenge',
  'code_verifier',
  'client_secret',
];

function keepParameters(what: string, parameters: URLSearchParams): void {
  for (const name of SECRET_PARAMETERS) keepSecret(`${what} ${name}`, parameters.get(name));
}

const EXPECTED_KINDS = [
  ['session', 'csrf', 'state', 'nonce', 'pkce', 'intent'].map((kind) => `cookie foyer.${kind}`),
  ['csrf token', 'link token', 'code', 'access_token', 'id_token', 'auth secret', 'client secret'],
  ['token request code_verifier', 'request code', 'url state', 'authorization header'],
].flat();

/** A browser that records every secret in its requests and answers. */
class WatchedAgent extends HttpAgent {
  override async request(...parts: Parameters<HttpAgent['request']>): Promise<AgentAnswer> {
    requests++;
    keepParameters('request', new URL(parts[0], this.origin).searchParams);
    const answer = await super.request(...parts);
    requestIds.add(answer.headers.get('x-request-id') ?? 'none');
    for (const line of answer.setCookies) {
      const { name, value } = parseSetCookie(line, { decode: (text) => text });
      if (name !== 'foyer.callback-url') keepSecret(`cookie ${name}`, value);
    }
    if (answer.location) keepParameters('redirect', new URL(answer.location).searchParams);
    const text = answer.headers.get('content-type')?.includes('json') ? answer.text : '';
    for (const [, url = ''] of text.matchAll(/"url":"([^"]+)"/g))
      keepParameters('url', new URL(url).searchParams);
    keepSecret('csrf token', /"csrfToken":"([^"]+)"/.exec(text)?.[1]);
    return answer;
  }
}

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

beforeAll(async () => {
  [one, two] = await Promise.all([
    startIdentityProvider({ name: 'One', trustEmail: true }),
    startIdentityProvider({ name: 'Two' }),
  ]);
});
const it = testWith({
  providers: () => Promise.resolve([one.settings, two.settings]),
  fetch: watchedFetch,
  prepare: async (db) => {
    await db.createCollection('sessions', { validator: { userAgent: { $ne: 'refused' } } });
  },
});
it.beforeAll(({ app }) => {
  visits = startProviderVisits(app);
  keepSecret('auth secret', app.deps.settings.authSecret);
  for (const { settings } of [one, two]) keepSecret('client secret', settings.clientSecret);
});
afterAll(async () => {
  await Promise.all([one.close(), two.close()]);
});

function browser(app: TestApp): WatchedAgent {
  return new WatchedAgent(app.origin);
}

async function mailTo(app: TestApp, email: string, agent: WatchedAgent) {
  await app.client(agent).session.requestLink.mutate({ email });
  const mail = app.mailbox.last(email);
  const token = new URL(app.mailbox.linkOf(mail)).searchParams.get('token') ?? '';
  const code = app.mailbox.codeOf(mail);
  keepSecret('link token', token);
  keepSecret('code', code);
  return { email, token, code };
}

async function byForm(agent: WatchedAgent, path: string, fields: Record<string, string>, headers = {}) {
  const { csrfToken } = (await agent.request('/auth/csrf')).json() as { csrfToken: string };
  return agent.postForm(path, { csrfToken, ...fields }, headers);
}

async function signInEveryWay(app: TestApp): Promise<void> {
  const linked = browser(app);
  const { email, token } = await mailTo(app, 'link@example.test', linked);
  await app.client(linked).session.confirmLink.mutate({ email, token });
  await app.client(linked).session.signOut.mutate();

  const coded = browser(app);
  const { code } = await mailTo(app, 'code@example.test', coded);
  await app.client(coded).session.signInWithCode.mutate({ email: 'code@example.test', code });
  await byForm(coded, '/auth/signout', {});

  const formed = browser(app);
  await byForm(formed, '/auth/signin/email', { email: 'form@example.test' });
  const link = new URL(app.mailbox.linkOf(app.mailbox.last('form@example.test')));
  keepParameters('link', link.searchParams);
  await formed.request(`/auth/callback/email${link.search}`);
  await formed.request(`/auth/callback/email${link.search}`, { method: 'POST' });

  const provided = browser(app);
  await visits.signIn(one, { login: 'person', email: 'person@example.test' }, provided);
  await provided.request(await visits.visitProvider(provided, two, { login: 'second' }, true));
  await app.client(provided).accounts.unlink.mutate({ provider: 'two', providerAccountId: 'second' });
}

async function failEveryWay(app: TestApp): Promise<void> {
  const agent = browser(app);
  const { session, profile } = app.client(agent);
  const { email, token, code } = await mailTo(app, 'fail@example.test', agent);
  const wrong = code === '111111' ? '222222' : '111111';
  await appCodeOf(session.signInWithCode.mutate({ email, code: wrong }));
  await appCodeOf(session.confirmLink.mutate({ email, token: `${token.slice(1)}x` }));
  await appCodeOf(profile.get.query());
  // The database refuses the session, so the log has an error with the document.
  await agent.request(`/auth/callback/email?email=${email}&token=${token}`, {
    method: 'POST',
    headers: { 'user-agent': 'refused' },
  });
  await agent.request(`/auth/callback/email?email=${email}&token=${token}`, { method: 'POST' });
  await agent.postForm('/auth/signin/email', { csrfToken: 'wrong', email });
  await visits.signIn(one, { cancel: true }, agent);
  for (const change of ['state', 'code', 'iss']) {
    const callback = new URL(await visits.visitProvider(agent, one, { login: 'person' }));
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
    const { location } = await visits.signIn(one, { login: 'person' }, agent);
    expect(location.searchParams.get('error')).toBe('OAuthCallback');
  }
  replaceAnswer = null;
  await agent.postJson('/auth/_log', {
    code: 'OAuthSignin',
    message: `at ${app.origin}/confirm?token=${token}`,
  });
}

it('the log contains every event and no issued secret, raw or encoded (security.md 24)', async ({ app }) => {
  await signInEveryWay(app);
  await failEveryWay(app);
  const requestLines = () => app.logLines.filter(({ msg }) => msg === 'request');
  await vi.waitUntil(() => requestLines().length >= requests);

  // The written lines, in both formats. No secret here contains a character that JSON escapes.
  const asJson = app.logLines.map((line) => JSON.stringify(line));
  const log = [...asJson, ...asJson.map(toText)].join('\n');
  const leaks = [...secrets].filter(([secret]) =>
    [secret, encodeURIComponent(secret), Buffer.from(secret).toString('base64')].some((written) =>
      // Six digits occur inside longer numbers, so a code must stand alone.
      /^\d{6}$/.test(written)
        ? new RegExp(`(?<![\\da-f])${written}(?![\\da-f])`).test(log)
        : log.includes(written),
    ),
  );
  const kinds = new Set(secrets.values());
  console.log(
    `secrets issued: ${secrets.size} of ${kinds.size} kinds; log lines: ${app.logLines.length}; found: ${leaks.length}`,
  );
  expect(leaks.map(([, what]) => what)).toEqual([]);
  for (const mail of app.mailbox.messages) expect(log).not.toContain(mail.text.slice(0, 80));
  // The search is valid only if every kind of secret was recorded.
  expect([...kinds]).toEqual(expect.arrayContaining(EXPECTED_KINDS));

  expect(requestLines()).toHaveLength(requests);
  const events = app.logLines.filter(({ msg }) => msg === 'authentication');
  for (const line of [...events, ...requestLines()]) expect(requestIds).toContain(line['requestId']);
  const methodsOf = (event: string) =>
    new Set(events.filter((line) => line['event'] === event).map(({ method }) => method));
  expect(methodsOf('auth.sign-in')).toEqual(new Set(['email-link', 'email-code', 'one']));
  expect(methodsOf('auth.mail-requested').size).toBe(1);
  expect(methodsOf('auth.linked')).toEqual(new Set(['two']));
  expect(events.filter(({ event }) => event === 'auth.unlinked')).toHaveLength(1);
  expect(events.filter(({ event }) => event === 'auth.sign-out')).toHaveLength(2);
  const codes = new Set(events.filter(({ event }) => event === 'auth.failed').map(({ code }) => code));
  expect(codes).toEqual(new Set(['CODE_INVALID', 'Verification', 'Callback', 'Signin', 'OAuthCallback']));
}, 30_000);
