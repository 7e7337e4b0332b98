import { ObjectId } from 'mongodb';
import { describe, expect } from 'vitest';
import { makeServiceKey } from '../../../testing/app/administrators.ts';
import { anAdministrator, authorityOf } from '../../../testing/app/signed-in-people.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';
import { runDueJobs } from '../job-runner.ts';
import { createServiceKey, revokeServiceKey } from './service-keys.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

const actionsOf = async (app: TestApp, keyId: ObjectId) => {
  const rows = await app.deps.collections.audit
    .find({ 'subject.id': keyId })
    .sort({ at: 1, _id: 1 })
    .toArray();
  return rows.map(({ action }) => action);
};

/** Strikes at each command of the step, until a round goes through. Then the job runner runs. */
async function strikeEverywhere(
  app: TestApp,
  mode: 'killed' | 'reply-lost',
  round: () => Promise<{ step: () => Promise<unknown>; check: () => Promise<void> }>,
): Promise<number> {
  for (let n = mode === 'killed' ? 0 : 1; ; n++) {
    const { step, check } = await round();
    faults.arm(mode, n);
    await step().catch(() => null);
    const { struck } = faults.disarm();
    await runDueJobs(app.deps);
    await check();
    if (!struck) return n;
  }
}

it('makes no key for an administrator whose role is taken during the insert', async ({ app }) => {
  const { serviceKeys, audit, users } = app.deps.collections;
  await Promise.all([serviceKeys.deleteMany({}), audit.deleteMany({})]);
  const administrator = await anAdministrator(app);
  const insert = faults.holdBefore('service_keys.insertOne');
  const created = createServiceKey(
    app.deps,
    await authorityOf(app, administrator),
    {
      name: 'Shop',
      scopes: ['users:read'],
      expires: new Date(app.deps.now().getTime() + DAY_MS).toISOString(),
      allowedAddresses: [],
    },
    { ip: null },
  ).catch((error: unknown) => error);
  await insert.reached;
  await users.updateOne({ _id: administrator.userId }, { $set: { roles: [] } });
  insert.release();
  expect(await created).toMatchObject({ code: 'ADMINISTRATOR_REQUIRED' });
  expect(await serviceKeys.countDocuments()).toBe(0);
  expect(await audit.countDocuments({ action: 'service-key-created' })).toBe(0);
});

describe.each(['killed', 'reply-lost'] as const)(
  'a service key whose request is %s at any command',
  (mode) => {
    it('is made with its row of the audit log, or not at all', async ({ app }) => {
      const { serviceKeys, audit } = app.deps.collections;
      const strikes = await strikeEverywhere(app, mode, async () => {
        await Promise.all([serviceKeys.deleteMany({}), audit.deleteMany({})]);
        return {
          step: () => makeServiceKey(app, ['users:read']),
          async check() {
            for (const key of await serviceKeys.find().toArray()) {
              expect(await actionsOf(app, key._id)).toEqual(['service-key-created']);
              expect(key.unwrittenAudit).toEqual([]);
            }
            expect(await audit.countDocuments()).toBe(await serviceKeys.countDocuments());
          },
        };
      });
      expect(strikes).toBeGreaterThan(2);
      await serviceKeys.deleteMany({});
    });

    it('is revoked with its row of the audit log, or not at all', async ({ app }) => {
      const { serviceKeys } = app.deps.collections;
      let revocations = 0;
      const strikes = await strikeEverywhere(app, mode, async () => {
        const { serviceKey } = await makeServiceKey(app, ['users:read']);
        const _id = new ObjectId(serviceKey.id);
        return {
          step: () => revokeServiceKey(app.deps, { kind: 'server' }, serviceKey.id, { ip: null }),
          async check() {
            const key = await serviceKeys.findOne({ _id });
            const isRevoked = key?.revokedAt !== null;
            if (isRevoked) revocations++;
            expect(key?.slot !== undefined).toBe(!isRevoked);
            const revoked = isRevoked ? ['service-key-revoked'] : [];
            expect(await actionsOf(app, _id)).toEqual(['service-key-created', ...revoked]);
            expect(key?.unwrittenAudit).toEqual([]);
            await serviceKeys.deleteOne({ _id });
          },
        };
      });
      expect(strikes).toBeGreaterThan(2);
      // At least one strike came after the deciding write.
      expect(revocations).toBeGreaterThan(1);
    });
  },
);
