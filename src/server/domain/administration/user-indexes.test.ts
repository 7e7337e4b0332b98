import { describe, expect } from 'vitest';
import { it } from '../../../testing/app/fixture.ts';
import { findPlansOf } from '../../../testing/database/find-plans.ts';
import { readUsers, type ListInput } from '../../../testing/users/user-pages.ts';
import { aStoredApp, aStoredPasskey } from '../../../testing/users/stored-factors.ts';
import { storeUsers } from '../../../testing/users/users.ts';
import type { TestApp } from '../../../testing/app/test-app.ts';

const PEOPLE = 3000;
const LIMIT = 10;

const read = (app: TestApp, input: ListInput) => readUsers(app, { limit: LIMIT, ...input });
const timeOf = (index: number) => new Date(Date.UTC(2020) + index * 1000);
const second = (index: number) => timeOf(index).toISOString();

const SEED = Array.from({ length: PEOPLE }, (_, index) => ({
  name: index % 50 === 7 ? null : `Name ${index % 900} Common`,
  email: `address-${index}@example.test`,
  createdAt: timeOf(index),
  ...(index % 30 === 1 ? { roles: ['editor'] } : {}),
  ...(index % 30 === 2 ? { suspension: { reason: 'Spam', at: timeOf(0), until: null } } : {}),
  ...(index % 30 === 3 ? { emailVerified: null } : {}),
  ...(index % 30 === 4 ? { passkeys: [aStoredPasskey(`passkey ${index}`)] } : {}),
  ...(index % 30 === 5 ? { totp: [aStoredApp()] } : {}),
}));

/** Lists read in the order of an index: the page, one row more, and users of the same name or time. */
const WITHOUT_SORT: readonly ListInput[] = [
  {},
  { sort: 'name' },
  { search: 'name' },
  { search: 'name 12' },
  { search: 'address-' },
  { search: 'nobody' },
  { state: 'active' },
  { state: 'invited' },
  { role: 'editor' },
  { method: 'passkey' },
  { method: 'totp' },
  { createdAfter: second(100), createdBefore: second(2000) },
  { role: 'editor', createdAfter: second(100) },
];

/** For combined filters the database chooses an index, and reads more than it shows. */
const COMBINED: readonly ListInput[] = [
  { state: 'suspended' },
  { state: 'suspended', sort: 'name' },
  { state: 'invited', sort: 'name' },
  { state: 'active', sort: 'name' },
  { role: 'editor', sort: 'name' },
  { method: 'passkey', sort: 'name' },
  { method: 'passkey', createdAfter: second(100) },
  { role: 'editor', search: 'name' },
  { role: 'editor', state: 'suspended' },
  { role: 'nobody' },
  { search: 'address-', state: 'suspended' },
  { sort: 'name', createdAfter: second(100), createdBefore: second(2000) },
];

describe(`users.list among ${PEOPLE} people`, () => {
  it.beforeAll(({ app }) => storeUsers(app, SEED));

  it.for(WITHOUT_SORT)('reads only what it shows: %j', async (input, { app }) => {
    const pages = async () => {
      const { nextCursor } = await read(app, input);
      if (nextCursor !== null) await read(app, { ...input, cursor: nextCursor });
    };
    const plans = await findPlansOf(app, 'users', pages);
    expect(plans.length).toBeGreaterThan(0);
    for (const { stages, documentsRead } of plans) {
      expect(stages).toContain('IXSCAN');
      expect(stages).not.toContain('COLLSCAN');
      expect(stages).not.toContain('SORT');
      expect(documentsRead).toBeLessThanOrEqual(2 * (LIMIT + 1));
    }
  });

  it.for(COMBINED)('reads no whole collection: %j', async (input, { app }) => {
    const plans = await findPlansOf(app, 'users', () => read(app, input));
    expect(plans.length).toBeGreaterThan(0);
    for (const { stages, documentsRead } of plans) {
      expect(stages).not.toContain('COLLSCAN');
      expect(documentsRead).toBeLessThan(PEOPLE / 2);
    }
  });
});
