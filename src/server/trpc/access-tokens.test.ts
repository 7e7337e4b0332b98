import { describe, expect } from 'vitest';
import { appCodeOf } from '../../testing/app/app-code.ts';
import { aTokenInput, bearer, callAsScript, makeToken } from '../../testing/users/access-tokens.ts';
import type { HttpAgent } from '../../testing/app/http-agent.ts';
import { it } from '../../testing/app/fixture.ts';
import { type TestApp } from '../../testing/app/test-app.ts';
import { countWritten, refusalOf } from '../../testing/database/written.ts';
import { DAY_MS, HOUR_MS, SESSION_FRESH_MS } from '../../shared/limits.ts';
import { ACCESS_TOKEN_LAST_USED_EVERY_MS, ACCESS_TOKEN_MAX_AGE_MS } from '../domain/tokens/access-tokens.ts';
import { RATE_LIMITS } from '../domain/rules/counters.ts';
import { runDueJobs } from '../domain/job-runner.ts';

let people = 0;
const somebody = (app: TestApp) => app.signInByMail(`token-${++people}@example.test`);
const tokensOf = (app: TestApp, agent: HttpAgent) => app.client(agent).accessTokens;

describe('accessTokens.create', () => {
  it('answers the token once and stores only its hash (security.md 33)', async ({ app }) => {
    const agent = await somebody(app);
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
    for (const collection of await app.db.collections()) {
      const stored = JSON.stringify(await collection.find().toArray());
      expect(stored).not.toContain(token);
      expect(stored).not.toContain(token.slice('foyer_pat_'.length));
    }
  });

  it('is in a mail and in the activity, with its name', async ({ app }) => {
    const agent = await somebody(app);
    await makeToken(app, agent, { name: 'Deploys <b>' });
    const { email, id } = (await app.client(agent).session.get.query())?.user ?? {};
    await runDueJobs(app.deps);
    const mail = app.mailbox.last(email ?? '');
    expect(mail.text).toContain('Deploys <b>');
    expect(mail.html).toContain('Deploys &lt;b&gt;');
    const rows = await app.db.collection('activity').find({ kind: 'access-token-created' }).toArray();
    expect(rows.filter(({ userId }) => String(userId) === id)).toMatchObject([{ label: 'Deploys <b>' }]);
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
    const agent = await somebody(app);
    const answer = await agent.postJson('/trpc/accessTokens.create', { ...aTokenInput(), ...changes });
    const issues = expect.arrayContaining([expect.objectContaining({ path: [field] })]) as unknown;
    expect(answer.json()).toMatchObject({ error: { data: { appCode: 'INVALID_INPUT', issues } } });
    expect(await tokensOf(app, agent).list.query()).toEqual([]);
  });

  it('CVE-2025-61928: a user id in the body makes no token, with or without a session', async ({ app }) => {
    const [agent, victim] = [await somebody(app), await somebody(app)];
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
    const agent = await somebody(app);
    const id = (await app.client(agent).session.get.query())?.user.id ?? '';
    for (let made = 0; made < RATE_LIMITS.authorization.refusal.user.hour; made++) {
      await app.deps.rateLimits.consume('authorization', 'user', id);
    }
    expect(await appCodeOf(makeToken(app, agent))).toBe('RATE_LIMITED');
    await app.resetLimits();
  });
});

describe('accessTokens.revoke', () => {
  it('ends the token at its next request and writes a line of activity', async ({ app }) => {
    const agent = await somebody(app);
    const { token, accessToken } = await makeToken(app, agent);
    const { token: other } = await makeToken(app, agent, { name: 'Other' });
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
    expect(await tokensOf(app, agent).revoke.mutate({ id: accessToken.id })).toEqual({ id: accessToken.id });
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(401);
    expect((await callAsScript(app, bearer(other), 'profile.get')).status).toBe(200);
    expect(await tokensOf(app, agent).list.query()).toMatchObject([{ name: 'Other' }]);
    expect(await app.db.collection('activity').findOne({ kind: 'access-token-revoked' })).toMatchObject({
      label: 'Nightly report',
    });
    expect(await appCodeOf(tokensOf(app, agent).revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
  });

  it('does not need a fresh session', async ({ app }) => {
    const agent = await somebody(app);
    const { accessToken } = await makeToken(app, agent);
    await app.ageSignIn(agent, SESSION_FRESH_MS + 1000);
    const { id } = accessToken;
    expect(await tokensOf(app, agent).revoke.mutate({ id })).toEqual({ id });
  });

  it('does not find another user’s token (ASVS 8.2.2, security.md 32)', async ({ app }) => {
    const [agent, owner] = [await somebody(app), await somebody(app)];
    const { token, accessToken } = await makeToken(app, owner);
    expect(await appCodeOf(tokensOf(app, agent).revoke.mutate({ id: accessToken.id }))).toBe('NOT_FOUND');
    expect(await tokensOf(app, agent).list.query()).toEqual([]);
    expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  });
});

it('an expired token is invalid to the second, not counted, and can be removed (security.md 33)', async ({
  app,
}) => {
  const agent = await somebody(app);
  const { token, accessToken } = await makeToken(app, agent, {
    expires: new Date(Date.now() + DAY_MS).toISOString(),
  });
  app.advance(DAY_MS - 5000);
  expect((await callAsScript(app, bearer(token), 'profile.get')).status).toBe(200);
  app.advance(6000);
  const answer = await callAsScript(app, bearer(token), 'profile.get');
  expect(refusalOf(answer.text)).toBe('ACCESS_TOKEN_INVALID');
  await app.signInByMail(`token-${people}@example.test`, agent);
  expect(await tokensOf(app, agent).list.query()).toMatchObject([{ id: accessToken.id, expired: true }]);
  const expires = new Date(Date.now() + 30 * DAY_MS).toISOString();
  await makeToken(app, agent, { expires });
  const user = await app.deps.collections.users.findOne({ email: `token-${people}@example.test` });
  expect(user?.accessTokens).toHaveLength(1);
  await tokensOf(app, agent).revoke.mutate({ id: accessToken.id });
  expect(await tokensOf(app, agent).list.query()).toMatchObject([{ expired: false }]);
  app.resetClock();
  await app.resetLimits();
});

it('the last use is stored with the program, every few minutes at most', async ({ app }) => {
  const agent = await somebody(app);
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
  app.resetClock();
});
