import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { bearer, callAsScript } from '../../../testing/users/access-tokens.ts';
import { PARALLEL_CALLS } from '../../../testing/faults/fault-rounds.ts';
import { makeAdministrator, makeServiceKey } from '../../../testing/users/administrators.ts';
import { appCodeOf, countParallel, outcomeOf } from '../../../testing/app/app-code.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { actorOf } from '../../../testing/users/sessions.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { DAY_MS, HOUR_MS, SERVICE_KEY_KEPT_MS } from '../../../shared/limits.ts';
import {
  SERVICE_KEY_LAST_USED_EVERY_MS,
  SERVICE_KEYS_MAX,
  createServiceKey,
  readServiceKey,
  revokeServiceKey,
} from './service-keys.ts';
import { auditOf, authorityOf } from '../../../testing/users/signed-in-users.ts';
import { createFaultInjector, overtake } from '../../../testing/faults/faults.ts';

const faults = createFaultInjector();
const it = testWith({ faults });
const ORIGIN = { ip: '203.0.113.7' };

const input = (app: TestApp, changes: object = {}) => ({
  name: 'Shop',
  scopes: ['users:read' as const],
  expires: new Date(app.deps.now().getTime() + 30 * DAY_MS).toISOString(),
  ...changes,
});

describe('serviceKeys.create', () => {
  it('answers the key once, stores its hash only, and writes the audit log first', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    await client.profile.update.mutate({ name: 'Ada' });
    const { key, serviceKey } = await client.serviceKeys.create.mutate(
      input(app, { scopes: ['sessions:write', 'users:read'], allowedAddresses: ['203.0.113.0/24'] }),
    );
    const rows = await auditOf(app, serviceKey.id);
    expect(key).toMatch(/^foyer_sk_\w{49}$/);
    expect(serviceKey).toMatchObject({
      name: 'Shop',
      createdBy: { id: userId.toHexString(), name: 'Ada', isAdministrator: true },
      hint: `foyer_sk_…${key.slice(-4)}`,
      scopes: ['users:read', 'sessions:write'],
      allowedAddresses: ['203.0.113.0/24'],
      state: 'active',
      lastUsed: null,
    });
    expect(await client.serviceKeys.list.query()).toContainEqual(serviceKey);
    const stored = await app.deps.collections.serviceKeys.findOne({ _id: new ObjectId(serviceKey.id) });
    expect(JSON.stringify(stored)).not.toContain(key.slice(9, 40));
    expect(rows).toMatchObject([
      {
        actor: { kind: 'administrator', userId },
        action: 'service-key-created',
        subject: { kind: 'service-key' },
        after: {
          name: 'Shop',
          scopes: ['users:read', 'sessions:write'],
          allowedAddresses: ['203.0.113.0/24'],
        },
        ip: expect.any(String),
      },
    ]);
  });

  it('says when its maker is suspended, demoted or deleted', async ({ app }) => {
    for (const leave of ['suspended', 'demoted', 'deleted'] as const) {
      const { client, userId } = await makeAdministrator(app);
      const { serviceKey } = await client.serviceKeys.create.mutate(input(app));
      const { client: other } = await makeAdministrator(app);
      const id = userId.toHexString();
      if (leave === 'demoted') await other.users.setRoles.mutate({ id, roles: [] });
      if (leave === 'suspended') await other.users.suspend.mutate({ id, reason: 'Left' });
      if (leave === 'deleted') await other.users.delete.mutate({ id, reason: 'Left' });
      const keys = await other.serviceKeys.list.query();
      expect(keys.find((key) => key.id === serviceKey.id)).toMatchObject({
        state: 'active',
        createdBy: { id, isAdministrator: false },
      });
    }
  });

  it('ends with the suspension of its maker on request, and other keys stay', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const { client: other } = await makeAdministrator(app);
    const made = await client.serviceKeys.create.mutate(input(app));
    const kept = await other.serviceKeys.create.mutate(input(app));
    const id = userId.toHexString();
    expect((await other.users.inspect.query({ id })).serviceKeys).toBe(1);
    const { key } = await makeServiceKey(app, ['users:write']);
    const suspension = { id, reason: 'Left', endServiceKeys: true };
    expect((await callAsScript(app, bearer(key), 'users.suspend', { input: suspension })).status).toBe(403);
    await other.users.suspend.mutate(suspension);
    const states = new Map((await other.serviceKeys.list.query()).map((each) => [each.id, each.state]));
    expect(states.get(made.serviceKey.id)).toBe('revoked');
    expect(states.get(kept.serviceKey.id)).toBe('active');
    expect((await other.users.inspect.query({ id })).serviceKeys).toBe(0);
  });

  it('ends with the suspension by which its maker suspends themselves', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const { client: other } = await makeAdministrator(app);
    const { serviceKey } = await client.serviceKeys.create.mutate(input(app));
    await client.users.suspend.mutate({ id: userId.toHexString(), reason: 'Leaving', endServiceKeys: true });
    const states = new Map((await other.serviceKeys.list.query()).map((each) => [each.id, each.state]));
    expect(states.get(serviceKey.id)).toBe('revoked');
  });

  it('refuses a wrong expiry, scopes that are none or twice, and wrong addresses', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const at = (ms: number) => new Date(app.deps.now().getTime() + ms).toISOString();
    for (const changes of [
      { expires: at(-DAY_MS) },
      { expires: at(HOUR_MS / 2) },
      { expires: at(367 * DAY_MS) },
      { scopes: ['users:read', 'users:read'] },
      { scopes: [] },
      { allowedAddresses: ['10.0.0.0/33'] },
      { allowedAddresses: ['example.test'] },
    ]) {
      expect(await appCodeOf(client.serviceKeys.create.mutate(input(app, changes)))).toBe('INVALID_INPUT');
    }
  });

  it(`lets ${SERVICE_KEYS_MAX} keys work at most, also when many are made at once`, async ({ app }) => {
    const { serviceKeys } = app.deps.collections;
    await serviceKeys.deleteMany({});
    const made = await Promise.allSettled(
      Array.from({ length: SERVICE_KEYS_MAX + 10 }, () => makeServiceKey(app, ['users:read'])),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(SERVICE_KEYS_MAX);
    expect(await serviceKeys.countDocuments()).toBe(SERVICE_KEYS_MAX);
    const { client } = await makeAdministrator(app);
    expect(await appCodeOf(client.serviceKeys.create.mutate(input(app)))).toBe('TOO_MANY_SERVICE_KEYS');

    const [one] = await client.serviceKeys.list.query();
    await client.serviceKeys.revoke.mutate({ id: one?.id ?? '' });
    await client.serviceKeys.create.mutate(input(app));
    expect(await appCodeOf(client.serviceKeys.create.mutate(input(app)))).toBe('TOO_MANY_SERVICE_KEYS');
    app.advance(31 * DAY_MS);
    await makeServiceKey(app, ['users:read']);
    await serviceKeys.deleteMany({});
  });
});

describe('serviceKeys.revoke', () => {
  it('ends the key with its answer, and says who did it in the audit log', async ({ app }) => {
    const { client, userId } = await makeAdministrator(app);
    const { authorization, serviceKey } = await makeServiceKey(app, ['users:read']);
    expect((await callAsScript(app, authorization, 'session.get')).text).toContain('SERVICE_KEY_REFUSED');
    expect(await client.serviceKeys.revoke.mutate({ id: serviceKey.id })).toEqual({ id: serviceKey.id });
    const refused = await callAsScript(app, authorization, 'session.get');
    expect(refused.status).toBe(401);
    expect(refused.text).toContain('SERVICE_KEY_INVALID');
    expect(await auditOf(app, serviceKey.id)).toMatchObject([
      { action: 'service-key-created', actor: { kind: 'server' } },
      {
        action: 'service-key-revoked',
        actor: { kind: 'administrator', userId },
        before: { name: 'Back office' },
      },
    ]);
    expect(await client.serviceKeys.list.query()).toContainEqual(
      expect.objectContaining({ id: serviceKey.id, state: 'revoked', createdBy: null }),
    );
  });

  it('of many parallel calls succeeds once, with one row of the audit log', async ({ app }) => {
    const { client } = await makeAdministrator(app);
    const { serviceKey } = await makeServiceKey(app, ['users:read']);
    const revoke = () => client.serviceKeys.revoke.mutate({ id: serviceKey.id });
    expect(await countParallel(revoke)).toEqual({ done: 1, NOT_FOUND: PARALLEL_CALLS - 1 });
    expect(await auditOf(app, serviceKey.id)).toHaveLength(2);
  });
});

describe('an administrator whose role or session ends meanwhile', () => {
  it('makes no key when the role is taken during the insert', async ({ app }) => {
    const { serviceKeys, audit, users } = app.deps.collections;
    await Promise.all([serviceKeys.deleteMany({}), audit.deleteMany({})]);
    const administrator = await makeAdministrator(app);
    const by = await authorityOf(app, administrator);
    const outcome = await overtake(
      faults,
      'service_keys.insertOne',
      () => createServiceKey(app.deps, by, { ...input(app), allowedAddresses: [] }, ORIGIN),
      () => users.updateOne({ _id: administrator.userId }, { $set: { roles: [] } }),
    );
    expect(outcome).toBe('ADMINISTRATOR_REQUIRED');
    expect(await serviceKeys.countDocuments()).toBe(0);
    expect(await audit.countDocuments({ action: 'service-key-created' })).toBe(0);
  });

  it.for([
    ['role', { $set: { roles: [] } }, 'ADMINISTRATOR_REQUIRED'],
    ['session', { $set: { sessions: [] } }, 'SessionRequired'],
  ] as const)('cannot make or revoke a key: %s', async ([, end, code], { app }) => {
    const { agent, userId } = await makeAdministrator(app);
    const { serviceKey } = await makeServiceKey(app, ['users:read']);
    const actor = await actorOf(app.deps, agent);
    const { serviceKeys, users } = app.deps.collections;
    const keys = await serviceKeys.countDocuments();
    await users.updateOne({ _id: userId }, end);
    const authority = { kind: 'administrator', actor } as const;
    const inputs = { ...input(app), allowedAddresses: [] };
    expect(await outcomeOf(createServiceKey(app.deps, authority, inputs, ORIGIN))).toBe(code);
    expect(await outcomeOf(revokeServiceKey(app.deps, authority, serviceKey.id, ORIGIN))).toBe(code);
    expect(await serviceKeys.countDocuments()).toBe(keys);
    expect((await serviceKeys.findOne({ _id: new ObjectId(serviceKey.id) }))?.revokedAt).toBeNull();
  });
});

describe('a service key', () => {
  it('works until it expires, and is listed for a month after', async ({ app }) => {
    const { key, serviceKey } = await makeServiceKey(app, ['users:read']);
    const lists = async () => {
      const { client } = await makeAdministrator(app);
      return (await client.serviceKeys.list.query()).find(({ id }) => id === serviceKey.id)?.state;
    };
    app.advance(30 * DAY_MS - 1000);
    expect(await readServiceKey(app.deps, key, ORIGIN)).not.toBeNull();
    app.advance(1000);
    expect(await readServiceKey(app.deps, key, ORIGIN)).toBeNull();
    expect(await lists()).toBe('expired');
    app.advance(SERVICE_KEY_KEPT_MS);
    expect(await lists()).toBeUndefined();
  });

  it('works from its allowed addresses only, and does not record a refused use', async ({ app }) => {
    const { key, serviceKey } = await makeServiceKey(app, ['users:read'], {
      allowedAddresses: ['203.0.113.0/24', '2001:db8::/32'],
    });
    const _id = new ObjectId(serviceKey.id);
    expect(await readServiceKey(app.deps, key, { ip: '198.51.100.1' })).toBeNull();
    expect(await readServiceKey(app.deps, key, { ip: null })).toBeNull();
    expect((await app.deps.collections.serviceKeys.findOne({ _id }))?.lastUsed).toBeNull();
    expect(await readServiceKey(app.deps, key, { ip: '::ffff:203.0.113.9' })).not.toBeNull();
    expect(await readServiceKey(app.deps, key, { ip: '2001:db8::9' })).not.toBeNull();
  });

  it('records its last use every few minutes at most', async ({ app }) => {
    const { key, serviceKey } = await makeServiceKey(app, ['users:read']);
    const lastUsed = async () =>
      (await app.deps.collections.serviceKeys.findOne({ _id: new ObjectId(serviceKey.id) }))?.lastUsed;
    await readServiceKey(app.deps, key, ORIGIN);
    const first = await lastUsed();
    expect(first).toMatchObject({ ip: ORIGIN.ip });
    app.advance(SERVICE_KEY_LAST_USED_EVERY_MS / 2);
    await readServiceKey(app.deps, key, { ip: '198.51.100.1' });
    expect(await lastUsed()).toEqual(first);
    app.advance(SERVICE_KEY_LAST_USED_EVERY_MS / 2 + 1000);
    await readServiceKey(app.deps, key, { ip: '198.51.100.1' });
    expect(await lastUsed()).toMatchObject({ ip: '198.51.100.1' });
  });
});
