import { expect } from 'vitest';
import { anAdministrator, authorityOf } from '../../../testing/users/signed-in-users.ts';
import { DAY_MS } from '../../../shared/limits.ts';
import { testWith } from '../../../testing/app/fixture.ts';
import { createFaultInjector } from '../../../testing/faults/faults.ts';
import { createServiceKey } from './service-keys.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

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
