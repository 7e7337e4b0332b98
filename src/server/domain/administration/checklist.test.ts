import { describe, expect } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { addAuthenticator } from '../../../testing/sign-in/authenticator-apps.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { removeEndpoints, storeEndpoint } from '../../../testing/webhooks/endpoints.ts';
import { MAIL, makeFailedMail, REFUSING } from '../../../testing/webhooks/failed-jobs.ts';
import { noteEndedBefore, noteRestore } from '../../database/dump/restored-database.ts';
import type { Dependencies } from '../../dependencies.ts';
import { MailDeferredError } from '../../mail/mail.ts';
import { NO_BRAND } from '../../settings/brand.ts';
import type { Settings } from '../../settings/settings.ts';
import { runDueJobs } from '../job-runner.ts';
import { enqueueJob } from '../jobs/jobs.ts';
import { RATE_LIMITS } from '../rules/counters.ts';
import { appCodeOf } from '../../../testing/app/app-code.ts';
import { readChecklist } from './checklist.ts';

const PROVIDER = {
  id: 'example',
  name: 'Example Login',
  issuer: 'https://login.example.test',
  clientId: 'client',
  clientSecret: null,
  domains: [],
  trustEmail: false,
};
const DISCOVERY = {
  issuer: PROVIDER.issuer,
  authorization_endpoint: `${PROVIDER.issuer}/authorize`,
  token_endpoint: `${PROVIDER.issuer}/token`,
  jwks_uri: `${PROVIDER.issuer}/keys`,
};
const UNSEEN = { forwarded: 0, isSenderTrusted: false };

let isProviderUp = true;
const it = testWith({
  providers: () => Promise.resolve([PROVIDER]),
  fetch: () =>
    isProviderUp ? Promise.resolve(Response.json(DISCOVERY)) : Promise.reject(new TypeError('down')),
});
it.afterEach(async ({ app }) => {
  app.resetClock();
  await app.deps.collections.jobs.deleteMany({});
});

const withSettings = ({ deps }: TestApp, changes: Partial<Settings>): Dependencies => ({
  ...deps,
  settings: { ...deps.settings, ...changes },
});
const checkWith = (app: TestApp, changes: Partial<Settings>, seen = UNSEEN) =>
  readChecklist(withSettings(app, changes), seen);

describe('mail', () => {
  const SMTP = { smtpUrl: 'smtps://mail.example.test' };

  it('is open while mails go to the outbox, and done with a mail server', async ({ app }) => {
    expect((await checkWith(app, {})).mail).toEqual({
      state: 'open',
      isOutbox: true,
      waiting: 0,
      givenUp: 0,
    });
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'done', isOutbox: false });
  });

  it('is broken while a mail fails for ten minutes, and not before', async ({ app }) => {
    const deferring = { ...REFUSING, send: () => Promise.reject(new MailDeferredError('451 later')) };
    await enqueueJob(app.deps, { kind: 'mail', mail: MAIL });
    await runDueJobs({ ...app.deps, mail: deferring });
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'done', waiting: 0 });
    app.advance(10 * MINUTE_MS);
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'broken', waiting: 1 });
    await runDueJobs(app.deps);
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'done', waiting: 0 });
  });

  it('is broken for a day after a mail was given up', async ({ app }) => {
    await makeFailedMail(app);
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'broken', givenUp: 1 });
    app.advance(DAY_MS);
    expect((await checkWith(app, SMTP)).mail).toMatchObject({ state: 'done', givenUp: 0 });
  });
});

describe('the identity providers', () => {
  it('are done when one that is not of the demo answers, and broken when it does not', async ({ app }) => {
    expect((await checkWith(app, {})).provider).toEqual({ state: 'done', count: 1, unreachable: [] });
    isProviderUp = false;
    expect((await checkWith(app, {})).provider).toEqual({
      state: 'broken',
      count: 1,
      unreachable: ['Example Login'],
    });
    isProviderUp = true;
  });

  it('are open with only those of the demo', async ({ app }) => {
    const known = app.deps.identityProviders.list()[0];
    const identityProviders = {
      ...app.deps.identityProviders,
      list: () => (known ? [{ ...known, id: 'demo-one' }] : []),
    };
    expect((await readChecklist({ ...app.deps, identityProviders }, UNSEEN)).provider).toEqual({
      state: 'open',
      count: 0,
      unreachable: [],
    });
  });
});

it('the brand is done with a name, a logo and a colour', async ({ app }) => {
  expect((await checkWith(app, {})).brand).toEqual({
    state: 'open',
    hasName: false,
    hasLogo: false,
    hasAccent: false,
  });
  const logo = { content: Buffer.from('<svg/>'), contentType: 'image/svg+xml', path: '/brand/logo.svg' };
  const tokens = { light: { accent: '#1d4ed8' }, dark: {} };
  const brand = { ...NO_BRAND, name: 'Example', tokens, files: { 'logo.svg': logo } };
  expect((await checkWith(app, { brand })).brand.state).toBe('done');
  expect((await checkWith(app, { brand: { ...brand, files: {} } })).brand.state).toBe('open');
});

it('the second factor is done when it is demanded and no active administrator lacks one', async ({ app }) => {
  await app.deps.collections.users.updateMany({}, { $set: { roles: [] } });
  const { agent, client, userId } = await makeAdministrator(app);
  const suspended = await makeAdministrator(app);
  const suspension = { reason: 'Spam', at: app.deps.now(), until: null };
  await app.deps.collections.users.updateOne({ _id: suspended.userId }, { $set: { suspension } });
  const checkSecondFactor = async (secondFactor: Settings['secondFactor']) =>
    (await checkWith(app, { secondFactor })).secondFactor;
  expect(await checkSecondFactor('administrators')).toEqual({ state: 'open', isDemanded: true, without: 1 });
  await addAuthenticator(app, agent);
  expect(await checkSecondFactor('everyone')).toEqual({ state: 'done', isDemanded: true, without: 0 });
  expect(await checkSecondFactor('optional')).toEqual({ state: 'open', isDemanded: false, without: 0 });
  await client.session.signOut.mutate();
  await app.deps.collections.users.deleteMany({ _id: { $in: [userId, suspended.userId] } });
});

describe('the database', () => {
  /** Answers `hello` as this deployment does. */
  const answering = (hello: object) =>
    ({ db: () => ({ command: () => Promise.resolve(hello) }) }) as unknown as Dependencies['mongo'];

  it.for([
    [{}, { state: 'open', database: 'single' }],
    [{ setName: 'rs0' }, { state: 'done', database: 'replica-set' }],
    [{ msg: 'isdbgrid' }, { state: 'done', database: 'sharded' }],
  ] as const)('that answers %j is %j', async ([hello, expected], { app }) => {
    const { backup } = await readChecklist({ ...app.deps, mongo: answering(hello) }, UNSEEN);
    expect(backup).toEqual({ ...expected, hasOpenRestore: false });
  });

  it('is the embedded one without MONGODB_URI', async ({ app }) => {
    const deps = { ...withSettings(app, { mongodbUri: null }), mongo: answering({}) };
    expect((await readChecklist(deps, UNSEEN)).backup).toMatchObject({ state: 'open', database: 'embedded' });
  });

  it('is broken from a restore until what was issued before has ended', async ({ app }) => {
    const { collections, now } = app.deps;
    await noteRestore(collections, { restoredAt: now(), dumpedAt: now() });
    expect((await checkWith(app, {})).backup).toMatchObject({ state: 'broken', hasOpenRestore: true });
    await noteEndedBefore(collections, now());
    expect((await checkWith(app, {})).backup.hasOpenRestore).toBe(false);
    await collections.maintenance.deleteOne({ _id: 'restored' });
  });
});

it('webhooks are done with an enabled endpoint, and broken while one fails or was disabled for failing', async ({
  app,
}) => {
  await removeEndpoints(app);
  const { deps } = app;
  const check = async () => (await checkWith(app, {})).webhook;
  expect(await check()).toEqual({ state: 'open', enabled: 0, failing: 0 });
  const at = deps.now();
  await storeEndpoint(deps, { url: 'https://off.example.test/', disabled: { at, by: 'administrator' } });
  expect((await check()).state).toBe('open');
  await storeEndpoint(deps, { url: 'https://good.example.test/' });
  expect(await check()).toEqual({ state: 'done', enabled: 1, failing: 0 });
  const failing = await storeEndpoint(deps, { url: 'https://bad.example.test/', failingSince: at });
  expect(await check()).toEqual({ state: 'broken', enabled: 2, failing: 1 });
  const disabled = { at, by: 'failing' } as const;
  await deps.collections.webhookEndpoints.updateOne({ _id: failing.id }, { $set: { disabled } });
  expect(await check()).toEqual({ state: 'broken', enabled: 1, failing: 1 });
  await removeEndpoints(app);
});

describe('the proxy', () => {
  const HTTPS = 'https://accounts.example.com';
  const seen = (forwarded: number, isSenderTrusted = false) => ({ forwarded, isSenderTrusted });

  it.for([
    ['http://localhost:3000', false, seen(0), 'open', 'plain-http'],
    ['http://localhost:3000', false, seen(1), 'broken', 'not-trusted'],
    [HTTPS, false, seen(0), 'open', 'no-header'],
    [HTTPS, false, seen(1), 'broken', 'not-trusted'],
    [HTTPS, 1, seen(0, true), 'broken', 'no-header'],
    [HTTPS, 2, seen(1, true), 'broken', 'too-many-trusted'],
    [HTTPS, 1, seen(1, true), 'done', null],
    [HTTPS, 1, seen(2, true), 'done', null],
    [HTTPS, '10.0.0.0/8', seen(1, true), 'done', null],
    [HTTPS, '10.0.0.0/8', seen(1), 'broken', 'unknown-sender'],
    ['http://localhost:3000', 1, seen(1, true), 'open', 'plain-http'],
  ] as const)('of %s with TRUST_PROXY %s, when %j is seen, is %s: %s', async (row, { app }) => {
    const [origin, trustProxy, proxies, state, problem] = row;
    expect((await checkWith(app, { origin, trustProxy }, proxies)).proxy).toEqual({ state, problem });
  });

  it('is seen in the request of the administrator', async ({ app }) => {
    const { client, agent } = await makeAdministrator(app);
    const check = async () => (await client.administration.checklist.query()).proxy.problem;
    expect(await check()).toBe('plain-http');
    agent.headers.set('x-forwarded-for', '203.0.113.7');
    expect(await check()).toBe('not-trusted');
  });
});

describe('administration.sendTestMail', () => {
  it('sends a mail to the administrator, counted with the other mails of the session', async ({ app }) => {
    const { client, email } = await makeAdministrator(app);
    await app.resetLimits();
    const send = () => client.administration.sendTestMail.mutate();
    expect(await send()).toEqual({ to: email, isOutbox: true, failure: null });
    expect(app.mailbox.last(email).subject).toMatch(/^A test mail from /);
    for (let n = 1; n < RATE_LIMITS.mail.refusal.browser.quarter; n++) await send();
    expect(await appCodeOf(send())).toBe('RATE_LIMITED');
    await app.resetLimits();
  });

  it('says why the mail server did not take it, and that there is no verified address', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const { send } = app.mailbox;
    app.mailbox.send = REFUSING.send;
    try {
      expect(await client.administration.sendTestMail.mutate()).toMatchObject({
        failure: '550 no such mailbox',
      });
    } finally {
      app.mailbox.send = send;
    }
    await app.deps.collections.users.updateOne({ _id: userId }, { $set: { emailVerified: null } });
    expect(await client.administration.sendTestMail.mutate()).toMatchObject({ to: null, failure: null });
  });

  it('sends nothing for a session that has ended meanwhile', async ({ app }) => {
    const { client, email } = await makeAdministrator(app);
    await app.deps.collections.users.updateOne({ email }, { $set: { sessions: [] } });
    app.mailbox.clear();
    await appCodeOf(client.administration.sendTestMail.mutate());
    expect(app.mailbox.messages).toEqual([]);
  });
});
