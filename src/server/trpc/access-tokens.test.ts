import { documentsNaming } from '../../testing/database/documents-naming.ts';
import { describe, expect } from 'vitest';
import { bearer, callAsScript, makeToken, aTokenInput } from '../../testing/users/access-tokens.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import type { RawAnswer } from '../../testing/app/raw-request.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { refusalOf, countWritten } from '../../testing/database/written.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { createAccessTokenSecret } from '../crypto/access-token-format.ts';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { DAY_MS, HOUR_MS, SESSION_FRESH_MS } from '../../shared/limits.ts';
import { ACCESS_TOKEN_LAST_USED_EVERY_MS, ACCESS_TOKEN_MAX_AGE_MS } from '../domain/tokens/access-tokens.ts';
import { mailsOf } from '../../testing/app/mails.ts';
import { activityOf, userAt } from '../../testing/users/signed-in-users.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
let people = 0;
const aSignedInBrowser = (app: TestApp) => app.signInByMail(`script-${++people}@example.test`);
const tokensOf = (app: TestApp, agent: HttpAgent) => app.client(agent).accessTokens;
const dataOf = (answer: RawAnswer) => (JSON.parse(answer.text) as { result: { data: unknown } }).result.data;

function forgetRequestId({ status, headers, text }: RawAnswer) {
  const { date: _date, 'x-request-id': requestId, ...others } = headers;
  return { status, headers: others, text: text.replaceAll(String(requestId), 'request id') };
}

describe('Authorization (security.md 33)', () => {
  let agent: HttpAgent;
  let token: string;
  it.beforeAll(async ({ app }) => {
    agent = await aSignedInBrowser(app);
    ({ token } = await makeToken(app, agent, { scopes: ['profile:read', 'profile:write'] }));
  });

  it('is enough for a script’s queries and mutations', async ({ app }) => {
    const read = await callAsScript(app, bearer(token), 'profile.get');
    expect(dataOf(read)).toMatchObject({ email: `script-${people}@example.test` });
    const written = await callAsScript(app, bearer(token), 'profile.update', { input: { name: 'Script' } });
    expect(dataOf(written)).toMatchObject({ name: 'Script' });
    for (const { headers } of [read, written]) {
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['cache-control']).toBe('private, no-store');
    }
  });

  it('is accepted with the scheme in any case', async ({ app }) => {
    expect((await callAsScript(app, `bearer  ${token}`, 'profile.get')).status).toBe(200);
    expect((await callAsScript(app, `BEARER ${token}`, 'profile.get')).status).toBe(200);
  });

  it('makes session.get answer as for a session', async ({ app }) => {
    const { accessToken } = await makeToken(app, agent, { name: 'Who', scopes: ['profile:read'] });
    const list = await tokensOf(app, agent).list.query();
    const session = await app.client(agent).session.get.query();
    const answer = await callAsScript(app, bearer(token), 'session.get');
    const { id, name, scopes, expires } = list.find((each) => each.name === 'Nightly report') ?? {};
    const via = { kind: 'access-token', id, name, scopes };
    expect(dataOf(answer)).toEqual({ ...session, expires, via });
    await tokensOf(app, agent).revoke.mutate({ id: accessToken.id });
  });

  it.for<[string, () => string | string[]]>([
    ['GHSA-xmf8-cvqr-rfgj: "Bearer %"', () => 'Bearer %'],
    ['nothing after the scheme', () => 'Bearer'],
    ['nothing at all', () => ''],
    ['a wrong checksum', () => bearer(`${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`)],
    ['another case', () => bearer(token.toLowerCase())],
    ['two tokens in one header', () => `Bearer ${token}, Bearer ${token}`],
    ['two headers', () => [bearer(token), bearer(token)]],
    ['two headers, the second one empty', () => [bearer(token), '']],
    ['Basic and a token in two headers', () => ['Basic x', bearer(token)]],
    ['the token without a scheme', () => token],
    ['a session token', () => bearer(agent.cookies.get('foyer.session') ?? '')],
    ['percent signs and quotes', () => 'Bearer %00%FF"\'\\'],
    ['60 kB', () => bearer('x'.repeat(8_000))],
  ])('that is malformed (%s) is a 401 with no look-up', async ([_what, header], { app }) => {
    faults.arm('reply-lost', Number.POSITIVE_INFINITY);
    const answers = [
      await callAsScript(app, header(), 'profile.get'),
      await callAsScript(app, header(), 'providers.list'),
      await callAsScript(app, header(), 'profile.update', { input: { name: 'x' } }),
    ];
    const { commands } = faults.disarm();
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(refusalOf(answer.text)).toBe('ACCESS_TOKEN_INVALID');
      expect(answer.headers['www-authenticate']).toBe('Bearer realm="Foyer", error="invalid_token"');
    }
    expect(commands).toEqual([]);
  });

  it('has the same answer for unknown, revoked and expired tokens', async ({ app }) => {
    const { token: revoked, accessToken } = await makeToken(app, agent, { name: 'Revoked' });
    await tokensOf(app, agent).revoke.mutate({ id: accessToken.id });
    const { token: expired, accessToken: old } = await makeToken(app, agent, { name: 'Expired' });
    await app.db
      .collection('access_tokens')
      .updateOne({ name: 'Expired' }, { $set: { expires: new Date(0) } });
    const answers = await Promise.all(
      [createAccessTokenSecret(), revoked, expired].map(async (one) =>
        forgetRequestId(await callAsScript(app, bearer(one), 'profile.get')),
      ),
    );
    expect(answers[0]).toMatchObject({ status: 401 });
    expect(answers[1]).toEqual(answers[0]);
    expect(answers[2]).toEqual(answers[0]);
    await tokensOf(app, agent).revoke.mutate({ id: old.id });
  });

  it('alone authenticates: cookies of the same request are ignored', async ({ app }) => {
    const other = await aSignedInBrowser(app);
    const cookie = other.cookieHeader;
    const both = { headers: { cookie } };
    const mixed = await callAsScript(app, bearer(token), 'session.get', both);
    expect(dataOf(mixed)).toEqual(dataOf(await callAsScript(app, bearer(token), 'session.get')));
    // A valid cookie neither makes a bad token valid nor gives it a scope.
    const bad = await callAsScript(app, bearer(createAccessTokenSecret()), 'session.get', both);
    expect(refusalOf(bad.text)).toBe('ACCESS_TOKEN_INVALID');
    const lacking = await callAsScript(app, bearer(token), 'phone.get', both);
    expect(refusalOf(lacking.text)).toBe('SCOPE_MISSING');
    const refused = await callAsScript(app, bearer(token), 'session.signOut', { ...both, input: {} });
    expect(refusalOf(refused.text)).toBe('ACCESS_TOKEN_REFUSED');
    for (const { headers } of [mixed, bad, lacking, refused]) expect(headers['set-cookie']).toBeUndefined();
    expect(await app.client(other).session.get.query()).not.toBeNull();
    // No session is the current one.
    const reader = await makeToken(app, agent, { name: 'Reader', scopes: ['sessions:read'] });
    for (const headers of [{}, { cookie: agent.cookieHeader }, { cookie }])
      expect(
        dataOf(await callAsScript(app, bearer(reader.token), 'session.list', { headers })),
      ).toMatchObject([{ current: false }]);
  });

  it.for(['Basic x', 'basic cHJveHk6c2VjcmV0', 'Digest username="proxy"', 'Negotiate YII='])(
    'of another scheme (%s) is for a proxy in front: the cookie signs in, as without it',
    async (header, { app }) => {
      const browser = await aSignedInBrowser(app);
      browser.headers.set('authorization', header);
      expect(await app.client(browser).session.get.query()).not.toBeNull();
      const renamed = await app.client(browser).profile.update.mutate({ name: 'Behind a proxy' });
      expect(renamed.name).toBe('Behind a proxy');
      const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
      const refused = await browser.postJson('/trpc/profile.update', { name: 'Foreign' }, foreign);
      expect(refusalOf(refused.text)).toBe('FOREIGN_ORIGIN');
      const signedOut = await callAsScript(app, header, 'profile.get');
      expect([signedOut.status, refusalOf(signedOut.text)]).toEqual([401, 'SessionRequired']);
      expect((await callAsScript(app, header, 'providers.list')).status).toBe(200);
    },
  );

  it('is accepted from every origin, unlike a cookie', async ({ app }) => {
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' };
    const passed = await callAsScript(app, bearer(token), 'profile.update', {
      input: { name: 'Script' },
      headers: foreign,
    });
    expect(passed.status).toBe(200);
    expect(passed.headers['access-control-allow-origin']).toBeUndefined();
    const cookies = await agent.postJson('/trpc/profile.update', { name: 'Foreign' }, foreign);
    expect(refusalOf(cookies.text)).toBe('FOREIGN_ORIGIN');
    const preflight = await agent.request('/trpc/profile.update', {
      method: 'OPTIONS',
      headers: { ...foreign, 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.headers.get('access-control-allow-headers')).toBeNull();
  });

  it('is not read from the URL or the body', async ({ app }) => {
    const inUrl = await app.agent().request(`/trpc/profile.get?access_token=${token}`);
    expect(refusalOf(inUrl.text)).toBe('INVALID_INPUT');
    const answer = await app.agent().postJson('/trpc/profile.update', { access_token: token });
    expect(refusalOf(answer.text)).toBe('SessionRequired');
    expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="Foyer"');
  });

  it('is checked for each call of a batch', async ({ app }) => {
    const answer = await callAsScript(app, bearer(token), 'profile.get,accounts.list,password.get?batch=1');
    const results = JSON.parse(answer.text) as { result?: object; error?: { data: { appCode: string } } }[];
    expect(results.map(({ error }) => error?.data.appCode ?? 'ok')).toEqual([
      'ok',
      'SCOPE_MISSING',
      'SCOPE_MISSING',
    ]);
  });

  it('is limited for an address with many bad tokens, but valid tokens still work', async ({ app }) => {
    const bad = bearer(createAccessTokenSecret());
    for (let sent = 0; sent < RATE_LIMITS['bad-token'].refusal.ip.minute; sent++) {
      expect((await callAsScript(app, bad, 'profile.get')).status).toBe(401);
    }
    const answer = await callAsScript(app, bad, 'profile.get');
    expect(refusalOf(answer.text)).toBe('RATE_LIMITED');
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  });

  it('writes a log line without the token when it is bad', async ({ app }) => {
    const answer = await callAsScript(app, bearer(createAccessTokenSecret()), 'profile.get');
    const line = app.logLines.find(
      ({ event, requestId }) => event === 'auth.failed' && requestId === answer.headers['x-request-id'],
    );
    expect(line).toMatchObject({ code: 'ACCESS_TOKEN_INVALID', at: 'profile.get' });
    expect(JSON.stringify(app.logLines)).not.toContain('foyer_pat_');
  });
});

describe('accessTokens.create', () => {
  it('answers the token once and stores only its hash (security.md 33)', async ({ app }) => {
    const agent = await aSignedInBrowser(app);
    const { token, accessToken } = await makeToken(app, agent, { scopes: ['phone:read', 'profile:read'] });
    expect(token).toMatch(/^foyer_pat_[0-9A-Za-z]{49}$/);
    expect(accessToken).toMatchObject({
      name: 'Nightly report',
      scopes: ['profile:read', 'phone:read'],
      expired: false,
      lastUsed: null,
    });
    expect(accessToken.hint).toBe(`foyer_pat_…${token.slice(-4)}`);
    expect(await tokensOf(app, agent).list.query()).toEqual([accessToken]);
    expect(await documentsNaming(app.db, [token, token.slice('foyer_pat_'.length)])).toEqual({});
  });

  it('is in a mail and in the activity, with its name', async ({ app }) => {
    const agent = await aSignedInBrowser(app);
    await makeToken(app, agent, { name: 'Deploys <b>' });
    const email = `script-${people}@example.test`;
    const mail = (await mailsOf(app, email)).at(-1);
    expect(mail?.text).toContain('Deploys <b>');
    expect(mail?.html).toContain('Deploys &lt;b&gt;');
    expect((await activityOf(app, email)).at(-1)).toMatchObject({
      kind: 'access-token-created',
      label: 'Deploys <b>',
    });
  });

  it.for<[string, object, string]>([
    ['without an expiry', { expires: undefined }, 'expires'],
    ['without a name', { name: ' ' }, 'name'],
    ['with a name of 101 characters', { name: 'x'.repeat(101) }, 'name'],
    ['with a name of two lines', { name: 'a\nb' }, 'name'],
    ['without a scope', { scopes: [] }, 'scopes'],
    ['with a scope twice', { scopes: ['profile:read', 'profile:read'] }, 'scopes'],
    ['with an unknown scope', { scopes: ['admin'] }, 'scopes'],
    ['with an expiry that is past', { expires: new Date(Date.now() - 1000).toISOString() }, 'expires'],
    [
      'with an expiry beyond a year',
      { expires: new Date(Date.now() + ACCESS_TOKEN_MAX_AGE_MS + HOUR_MS).toISOString() },
      'expires',
    ],
    ['with an expiry that is no date', { expires: 'never' }, 'expires'],
  ])('refuses one %s', async ([_what, changes, field], { app }) => {
    const agent = await aSignedInBrowser(app);
    const answer = await agent.postJson('/trpc/accessTokens.create', { ...aTokenInput(), ...changes });
    const issues = expect.arrayContaining([expect.objectContaining({ path: [field] })]) as unknown;
    expect(answer.json()).toMatchObject({ error: { data: { appCode: 'INVALID_INPUT', issues } } });
    expect(await tokensOf(app, agent).list.query()).toEqual([]);
  });

  it('CVE-2025-61928: a user id in the body makes no token, with or without a session', async ({ app }) => {
    const [agent, victim] = [await aSignedInBrowser(app), await aSignedInBrowser(app)];
    const userId = (await app.client(victim).session.get.query())?.user.id;
    const before = await countWritten(app);
    for (const browser of [agent, app.agent()]) {
      const answer = await browser.postJson('/trpc/accessTokens.create', { ...aTokenInput(), userId });
      expect([400, 401]).toContain(answer.status);
    }
    const answer = await app.agent().postJson('/trpc/accessTokens.create', aTokenInput());
    expect(refusalOf(answer.text)).toBe('SessionRequired');
    expect(await countWritten(app)).toEqual(before);
    expect(await tokensOf(app, victim).list.query()).toEqual([]);
  });

  it('is limited per hour, because each sends a mail', async ({ app }) => {
    const agent = await aSignedInBrowser(app);
    const id = (await app.client(agent).session.get.query())?.user.id ?? '';
    for (let made = 0; made < RATE_LIMITS.authorization.refusal.user.hour; made++) {
      await app.deps.rateLimits.consume('authorization', 'user', id);
    }
    expect(await appCodeOf(makeToken(app, agent))).toBe('RATE_LIMITED');
  });
});

describe('accessTokens.revoke', () => {
  it('ends the token at its next request without a fresh session, and writes a line of activity', async ({
    app,
  }) => {
    const agent = await aSignedInBrowser(app);
    const { token, accessToken } = await makeToken(app, agent);
    const { token: other } = await makeToken(app, agent, { name: 'Other' });
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
    expect(await tokensOf(app, agent).revoke.mutate({ id: accessToken.id })).toEqual({ id: accessToken.id });
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(401);
    expect((await callAsScript(app, bearer(other), 'profile.get')).status).toBe(200);
    expect(await tokensOf(app, agent).list.query()).toMatchObject([{ name: 'Other' }]);
    const line = { kind: 'access-token-revoked', label: 'Nightly report' };
    expect(await app.db.collection('activity').countDocuments(line)).toBe(1);
    expect(await appCodeOf(tokensOf(app, agent).revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
  });

  it('does not find another user’s token (ASVS 8.2.2, security.md 32)', async ({ app }) => {
    const [agent, owner] = [await aSignedInBrowser(app), await aSignedInBrowser(app)];
    const { token, accessToken } = await makeToken(app, owner);
    expect(await appCodeOf(tokensOf(app, agent).revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
    expect(await tokensOf(app, agent).list.query()).toEqual([]);
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  });
});

it('an expired token is invalid to the second, not counted, and can be removed (security.md 33)', async ({
  app,
}) => {
  const agent = await aSignedInBrowser(app);
  const expires = new Date(Date.now() + DAY_MS).toISOString();
  const { token, accessToken } = await makeToken(app, agent, { expires });
  app.advance(DAY_MS - 5000);
  expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  app.advance(6000);
  const answer = await callAsScript(app, bearer(token), 'profile.get');
  expect(refusalOf(answer.text)).toBe('ACCESS_TOKEN_INVALID');
  await app.signInByMail(`script-${people}@example.test`, agent);
  expect(await tokensOf(app, agent).list.query()).toMatchObject([{ id: accessToken.id, expired: true }]);
  await makeToken(app, agent);
  expect((await userAt(app, `script-${people}@example.test`)).accessTokens).toHaveLength(1);
  const other = tokensOf(app, await aSignedInBrowser(app));
  expect(await appCodeOf(other.revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
  expect(await tokensOf(app, agent).list.query()).toHaveLength(2);
  await tokensOf(app, agent).revoke.mutate({ id: accessToken.id });
  expect(await tokensOf(app, agent).list.query()).toMatchObject([{ expired: false }]);
});

it('the last use is stored with the program, every few minutes at most', async ({ app }) => {
  const agent = await aSignedInBrowser(app);
  const { token } = await makeToken(app, agent);
  const use = (userAgent: string) =>
    callAsScript(app, bearer(token), 'profile.get', { headers: { 'user-agent': userAgent } });
  await Promise.all(Array.from({ length: 20 }, () => use('curl/8.5.0')));
  const [first] = await tokensOf(app, agent).list.query();
  expect(first?.lastUsed?.device).toMatchObject({ browser: 'curl', kind: 'script' });
  expect(first?.lastUsed?.ip).toMatch(/127\.0\.0\.1|::1/);
  await use('Wget/1.24');
  expect(await tokensOf(app, agent).list.query()).toEqual([first]);
  app.advance(ACCESS_TOKEN_LAST_USED_EVERY_MS + 1000);
  await use('Wget/1.24');
  const [later] = await tokensOf(app, agent).list.query();
  expect(later?.lastUsed?.device.browser).toBe('Wget');
});
