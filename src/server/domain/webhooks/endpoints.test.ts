import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { applicationWith, auditOf } from '../../../testing/users/signed-in-users.ts';
import { makeAdministrator } from '../../../testing/users/administrators.ts';
import { appCodeOf, countOutcomes } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import { removeEndpoints } from '../../../testing/webhooks/endpoints.ts';
import { makeDelivery } from '../../../testing/webhooks/deliveries.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { DAY_MS, DELIVERY_LEASE_MS } from '../../../shared/limits.ts';
import { runDueJobs } from '../job-runner.ts';
import type { Authority } from '../rules/authority.ts';
import {
  WEBHOOK_SECRET_OVERLAP_MS,
  WEBHOOKS_MAX,
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
  setWebhookEnabled,
  updateWebhook,
} from './endpoints.ts';
import { storeEnvironmentEndpoint } from './environment-endpoint.ts';
import { signingSecretsOf } from './webhook-secrets.ts';

const SECRETS: string[] = [
  'whsec_bmV3IHNlY3JldCBvZiB0aGUgZW52aXJvbm1lbnQh',
  'whsec_b2xkIHNlY3JldCBvZiB0aGUgZW52aXJvbm1lbnQh',
];
const it = testWith({
  settings: {
    webhook: { url: 'https://hooks.example.test/environment', secrets: SECRETS, types: null },
    webhookPrivateHosts: ['10.1.2.3', 'hooks.internal'],
  },
});

const ORIGIN = { ip: '203.0.113.7' };
const SERVER: Authority = { kind: 'server' };
const URL_A = 'https://hooks.example.test/a';
const URL_B = 'https://hooks.example.test/b';

const create = (app: TestApp, changes: object = {}) =>
  createWebhook(app.deps, SERVER, { url: URL_A, description: null, types: null, ...changes }, ORIGIN);
const storedOf = async ({ deps }: TestApp, id: string) => {
  const stored = await deps.collections.webhookEndpoints.findOne({ _id: id });
  if (!stored) throw new Error('the endpoint is gone');
  return stored;
};
const actionsOf = async (app: TestApp, id: string) => (await auditOf(app, id)).map(({ action }) => action);
const lastAuditOf = async (app: TestApp) =>
  (await app.deps.collections.audit.find().sort({ at: -1, _id: -1 }).limit(1).toArray())[0];

it.beforeEach(({ app }) => removeEndpoints(app));

describe('webhooks.create', () => {
  it('answers the secret once, and stores it encrypted', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const input = { url: URL_A, description: 'Customers' };
    const types = ['user.created', 'user.deleted'] as const;
    const { endpoint, secret } = await client.webhooks.create.mutate({
      ...input,
      types: [types[1], types[0]],
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(endpoint).toEqual({
      ...input,
      types,
      id: expect.stringMatching(/^[0-9a-f]{24}$/),
      createdAt: expect.any(String),
      secrets: [{ hint: `whsec_…${secret.slice(-4)}`, expires: null }],
      state: 'enabled',
      disabledBy: null,
      failingSince: null,
    });
    expect(await client.webhooks.list.query()).toEqual([endpoint]);
    const stored = await storedOf(app, endpoint.id);
    expect(JSON.stringify(stored)).not.toContain(secret.slice(6, 40));
    expect(signingSecretsOf(app.deps, stored)).toEqual([secret]);
    expect(stored.unwrittenAudit).toEqual([]);
    expect(await auditOf(app, endpoint.id)).toMatchObject([
      {
        actor: { kind: 'administrator', userId },
        action: 'webhook-created',
        subject: { kind: 'webhook' },
        after: { ...input, types },
      },
    ]);
  });

  it(`adds ${WEBHOOKS_MAX} endpoints at most, also when many are added at once`, async ({ app }) => {
    await storeEnvironmentEndpoint(app.deps, { isStart: true });
    const { webhookEndpoints } = app.deps.collections;
    const calls = Array.from({ length: WEBHOOKS_MAX + 10 }, () => create(app));
    expect(await countOutcomes(calls)).toEqual({ done: WEBHOOKS_MAX, TOO_MANY_WEBHOOKS: 10 });
    expect(await webhookEndpoints.countDocuments({ slot: { $gte: 0 } })).toBe(WEBHOOKS_MAX);
    const { client } = await makeAdministrator(app);
    const id = (await client.webhooks.list.query()).at(-1)?.id ?? '';
    await client.webhooks.delete.mutate({ id });
    await client.webhooks.create.mutate({ url: URL_A });
    expect(await appCodeOf(client.webhooks.create.mutate({ url: URL_A }))).toBe('TOO_MANY_WEBHOOKS');
  });

  it('refuses an address that is not allowed, as a change does, and what is no input', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const cases = [
      [{ url: 'http://hooks.example.test/' }, 'webhook-url-insecure'],
      [{ url: 'https://user:secret@hooks.example.test/' }, 'webhook-url-insecure'],
      [{ url: 'https://10.0.0.1/' }, 'webhook-url-not-public'],
      [{ url: 'no address' }, 'webhook-url-invalid'],
      [{ url: `https://hooks.example.test/${'a'.repeat(2000)}` }, 'webhook-url-invalid'],
      [{ types: [] }, 'event-types-missing'],
      [{ types: ['user.created', 'user.created'] }, 'event-type-twice'],
      [{ types: ['webhook.test'] }, 'other'],
      [{ description: 'two\nlines' }, 'name-not-one-line'],
      [{ secret: SECRETS[0] }, 'other'],
    ] as const;
    for (const [changes, key] of cases) {
      const call = client.webhooks.create.mutate({ url: URL_A, ...changes } as never);
      const issues = [expect.objectContaining({ key })];
      await expect(call).rejects.toMatchObject({ data: { appCode: 'INVALID_INPUT', issues } });
    }
    expect(await client.webhooks.list.query()).toEqual([]);
    const { id } = (await create(app)).endpoint;
    const update = client.webhooks.update.mutate({ id, url: 'https://192.168.0.1/' });
    expect(await appCodeOf(update)).toBe('INVALID_INPUT');
    expect((await storedOf(app, id)).url).toBe(URL_A);
  });

  it('adds a private host that the operator names', async ({ app }) => {
    for (const url of ['https://10.1.2.3/hooks', 'https://hooks.internal/']) {
      expect((await create(app, { url })).endpoint.url).toBe(url);
    }
  });
});

describe('webhooks.update', () => {
  it('hides the query of its address in the audit log', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const address = (key: string) => `${URL_A}?key=${key}&${key}&room=${key}`;
    const { endpoint } = await client.webhooks.create.mutate({ url: address('hunter2') });
    const { id } = endpoint;
    await client.webhooks.update.mutate({ id, url: address('hunter3') });
    await client.webhooks.rotateSecret.mutate({ id });
    await client.webhooks.disable.mutate({ id });
    await client.webhooks.enable.mutate({ id });
    await client.webhooks.sendTest.mutate({ id });
    const now = app.deps.now().getTime();
    const range = { from: new Date(now - 1000).toISOString(), to: new Date(now).toISOString() };
    await client.webhooks.replay.mutate({ id, ...range });
    await client.webhooks.delete.mutate({ id });
    const rows = await auditOf(app, id);
    expect(rows).toHaveLength(8);
    expect(JSON.stringify(rows)).not.toContain('hunter');
    const hidden = `${URL_A}?key=…&…&room=…`;
    expect(rows[0]).toMatchObject({ after: { url: hidden } });
    expect(rows[1]).toMatchObject({ before: { url: hidden }, after: { url: hidden } });
  });

  it('changes what it names, and says so in the audit log', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { endpoint } = await client.webhooks.create.mutate({ url: URL_A, description: 'Customers' });
    const { id } = endpoint;
    const failingSince = app.deps.now();
    await app.deps.collections.webhookEndpoints.updateOne({ _id: id }, { $set: { failingSince } });
    const input = { id, types: ['user.deleted' as const], description: 'Customers' };
    const changed = await client.webhooks.update.mutate(input);
    expect(changed).toEqual({ ...endpoint, types: ['user.deleted'], failingSince: expect.any(String) });
    expect((await auditOf(app, id))[1]).toMatchObject({
      action: 'webhook-updated',
      before: { types: null },
      after: { types: ['user.deleted'] },
    });
    // The failures were those of the former address.
    const moved = await client.webhooks.update.mutate({ id, url: URL_B });
    expect(moved).toMatchObject({ url: URL_B, failingSince: null });
    const reset = await client.webhooks.update.mutate({ id, description: null, types: null });
    expect(reset).toEqual({ ...endpoint, url: URL_B, description: null });
  });

  it('writes nothing for a change that changes nothing', async ({ app }) => {
    const { endpoint } = await create(app, { types: ['user.created'] });
    const { id } = endpoint;
    for (const same of [{}, { url: URL_A, types: ['user.created' as const] }])
      expect(await updateWebhook(app.deps, SERVER, { id, ...same }, ORIGIN)).toEqual(endpoint);
    expect(await actionsOf(app, id)).toEqual(['webhook-created']);
  });

  it('says of each of ten changes at once what it replaced', async ({ app }) => {
    const { endpoint } = await create(app, { description: '0' });
    const { id } = endpoint;
    const changes = Array.from({ length: 10 }, (_, index) => ({ id, description: `${index + 1}` }));
    await Promise.all(changes.map((change) => updateWebhook(app.deps, SERVER, change, ORIGIN)));
    const rows = (await auditOf(app, id)).slice(1);
    const replacedBy = new Map(
      rows.map(({ before, after }) => [before?.['description'], after?.['description']]),
    );
    expect(replacedBy.size).toBe(10);
    let description: unknown = '0';
    for (let step = 0; step < 10; step++) description = replacedBy.get(description);
    expect((await storedOf(app, id)).description).toBe(description);
  });
});

describe('webhooks.enable and webhooks.disable', () => {
  it('change the state once, and make waiting deliveries due', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { id } = (await create(app)).endpoint;
    const { deliveries, webhookEndpoints } = app.deps.collections;
    const later = new Date(app.deps.now().getTime() + DAY_MS);
    const leaseEnd = new Date(app.deps.now().getTime() + DELIVERY_LEASE_MS);
    await deliveries.insertMany([
      makeDelivery(id, { dueAt: later }),
      makeDelivery(id, { dueAt: leaseEnd }),
      makeDelivery(id, { state: 'failed', dueAt: null }),
      makeDelivery('0'.repeat(24), { dueAt: later }),
    ]);
    for (let times = 0; times < 2; times++) {
      const disabled = await client.webhooks.disable.mutate({ id });
      expect(disabled).toMatchObject({ state: 'disabled', disabledBy: 'administrator' });
    }
    const failure = { failingSince: app.deps.now(), unsentNotice: true, 'disabled.by': 'failing' } as const;
    await webhookEndpoints.updateOne({ _id: id }, { $set: failure });
    expect(await client.webhooks.list.query()).toMatchObject([{ disabledBy: 'failing' }]);
    for (let times = 0; times < 2; times++) {
      const enabled = await client.webhooks.enable.mutate({ id });
      expect(enabled).toMatchObject({ state: 'enabled', disabledBy: null, failingSince: null });
    }
    expect((await storedOf(app, id)).unsentNotice).toBeUndefined();
    expect(await deliveries.countDocuments({ dueAt: { $lte: app.deps.now() } })).toBe(1);
    expect(await deliveries.countDocuments({ dueAt: null })).toBe(1);
    expect(await actionsOf(app, id)).toEqual(['webhook-created', 'webhook-disabled', 'webhook-enabled']);
  });
});

describe('webhooks.rotateSecret', () => {
  it('lets the former secret sign for another day', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const first = await create(app);
    const { id } = first.endpoint;
    const second = await client.webhooks.rotateSecret.mutate({ id });
    expect(second.endpoint.secrets).toEqual([
      { hint: `whsec_…${second.secret.slice(-4)}`, expires: null },
      { hint: `whsec_…${first.secret.slice(-4)}`, expires: expect.any(String) },
    ]);
    expect(signingSecretsOf(app.deps, await storedOf(app, id))).toEqual([second.secret, first.secret]);
    app.advance(WEBHOOK_SECRET_OVERLAP_MS - 1000);
    expect(signingSecretsOf(app.deps, await storedOf(app, id))).toHaveLength(2);
    app.advance(1000);
    expect(signingSecretsOf(app.deps, await storedOf(app, id))).toEqual([second.secret]);
    expect((await listWebhooks(app.deps))[0]?.secrets).toHaveLength(1);
    await runDueJobs(app.deps);
    expect((await storedOf(app, id)).secrets).toHaveLength(1);
    expect(await actionsOf(app, id)).toEqual(['webhook-created', 'webhook-secret-rotated']);
  });

  it('leaves two valid secrets of ten calls at once, each with a row of the audit log', async ({ app }) => {
    const { id } = (await create(app)).endpoint;
    const rotated = await Promise.all(
      Array.from({ length: 10 }, () => rotateWebhookSecret(app.deps, SERVER, id, ORIGIN)),
    );
    for (const { endpoint } of rotated) expect(endpoint.secrets).toHaveLength(2);
    const valid = signingSecretsOf(app.deps, await storedOf(app, id));
    expect(valid).toHaveLength(2);
    expect(rotated.map(({ secret }) => secret)).toEqual(expect.arrayContaining([...valid]));
    expect(await actionsOf(app, id)).toHaveLength(11);
  });
});

describe('webhooks.delete', () => {
  it('removes the endpoint and its deliveries', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const [{ endpoint }, other] = [await create(app), await create(app)];
    const { id } = endpoint;
    const { deliveries, webhookEndpoints } = app.deps.collections;
    await deliveries.insertMany([makeDelivery(id), makeDelivery(id), makeDelivery(other.endpoint.id)]);
    expect(await client.webhooks.delete.mutate({ id })).toEqual({ id });
    expect(await client.webhooks.list.query()).toEqual([other.endpoint]);
    expect(await webhookEndpoints.countDocuments()).toBe(1);
    expect(await deliveries.distinct('endpointId')).toEqual([other.endpoint.id]);
    expect((await auditOf(app, id))[1]).toMatchObject({
      action: 'webhook-deleted',
      before: { url: URL_A, description: null, types: null },
    });
  });

  it('succeeds once of ten calls at once', async ({ app }) => {
    const { id } = (await create(app)).endpoint;
    const calls = Array.from({ length: 10 }, () => deleteWebhook(app.deps, SERVER, id, ORIGIN));
    expect(await countOutcomes(calls)).toEqual({ done: 1, NOT_FOUND: 9 });
    expect(await actionsOf(app, id)).toEqual(['webhook-created', 'webhook-deleted']);
  });
});

describe('the endpoint that the environment sets', () => {
  it('is listed with both secrets, disabled and enabled, and not changed otherwise', async ({ app }) => {
    await storeEnvironmentEndpoint(app.deps, { isStart: true });
    const { client } = await makeAdministrator(app);
    const id = 'environment';
    expect(await client.webhooks.list.query()).toMatchObject([
      { id, secrets: SECRETS.map((secret) => ({ hint: `whsec_…${secret.slice(-4)}`, expires: null })) },
    ]);
    expect(await client.webhooks.disable.mutate({ id })).toMatchObject({ state: 'disabled' });
    expect(await lastAuditOf(app)).toMatchObject({
      action: 'webhook-disabled',
      subject: null,
      after: { url: 'https://hooks.example.test/environment' },
    });
    expect(await client.webhooks.enable.mutate({ id })).toMatchObject({ state: 'enabled' });
    const before = await storedOf(app, id);
    for (const refused of [
      client.webhooks.update.mutate({ id, url: URL_B }),
      client.webhooks.rotateSecret.mutate({ id }),
      client.webhooks.delete.mutate({ id }),
    ]) {
      expect(await appCodeOf(refused)).toBe('WEBHOOK_SET_BY_ENVIRONMENT');
    }
    expect(await storedOf(app, id)).toEqual(before);
  });

  it('is not there when the environment no longer sets it', async ({ app }) => {
    await storeEnvironmentEndpoint(app.deps, { isStart: true });
    const deps = { ...app.deps, settings: { ...app.deps.settings, webhook: null } };
    const enable = setWebhookEnabled(deps, SERVER, { id: 'environment', isEnabled: true }, ORIGIN);
    await expect(enable).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

it('answers NOT_FOUND for an endpoint that is unknown or deleted', async ({ app }) => {
  const { client } = await makeAdministrator(app);
  const deleted = (await create(app)).endpoint.id;
  await client.webhooks.delete.mutate({ id: deleted });
  const { update, enable, disable, rotateSecret, delete: remove } = client.webhooks;
  for (const id of [new ObjectId().toHexString(), deleted]) {
    for (const procedure of [update, enable, disable, rotateSecret, remove]) {
      expect(await appCodeOf(procedure.mutate({ id }))).toBe('NOT_FOUND');
    }
  }
});

describe('an authority that ends meanwhile', () => {
  it.for([
    ['role', 'ADMINISTRATOR_REQUIRED'],
    ['session', 'SessionRequired'],
    ['key', 'SERVICE_KEY_INVALID'],
  ] as const)('cannot add or change an endpoint: %s', async ([what, code], { app }) => {
    const { serviceKeys, users, webhookEndpoints } = app.deps.collections;
    const { id } = (await create(app)).endpoint;
    let authority: Authority;
    if (what === 'key') {
      authority = await applicationWith(app, 'webhooks:write');
      await serviceKeys.updateMany({}, { $set: { revokedAt: app.deps.now() } });
      await webhookEndpoints.updateOne({ _id: id }, { $set: { setBy: 'service-key' } });
    } else {
      const { agent, userId } = await makeAdministrator(app);
      authority = { kind: 'administrator', actor: await actorOf(app.deps, agent) };
      await users.updateOne({ _id: userId }, { $set: what === 'role' ? { roles: [] } : { sessions: [] } });
    }
    const before = await webhookEndpoints.find().toArray();
    const changes = [
      createWebhook(app.deps, authority, { url: URL_A, description: null, types: null }, ORIGIN),
      updateWebhook(app.deps, authority, { id, url: URL_B }, ORIGIN),
      setWebhookEnabled(app.deps, authority, { id, isEnabled: false }, ORIGIN),
      rotateWebhookSecret(app.deps, authority, id, ORIGIN),
      deleteWebhook(app.deps, authority, id, ORIGIN),
    ];
    expect(await countOutcomes(changes)).toEqual({ [code]: changes.length });
    expect(await webhookEndpoints.find().toArray()).toEqual(before);
  });
});
