import { describe, expect } from 'vitest';
import { z } from 'zod';
import { defineFoyer, field } from '../../shared/foyer-config.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { storeUsers } from '../../testing/users/users.ts';
import { checkConfiguration } from '../configuration/check-configuration.ts';
import { checkDatabase } from './check-database.ts';
import { ensureIndexes, missingIndexes } from './indexes.ts';
import type { UserDocument } from './user-documents.ts';

const OPTIONS = { read: ['application'], write: ['application'] } as const;
const CONFIGURATION = checkConfiguration(
  defineFoyer({
    fields: z.object({
      plan: field(z.enum(['free', 'paid']), { ...OPTIONS, label: { en: 'Plan' }, indexed: true }),
      seats: field(z.int().min(1), { ...OPTIONS, label: { en: 'Seats' } }),
    }),
    access: { permissions: [], roles: { editor: [] } },
  }),
);
const it = testWith({ configuration: CONFIGURATION });

async function store(app: TestApp, people: readonly Partial<UserDocument>[]): Promise<UserDocument[]> {
  await app.deps.collections.users.deleteMany({});
  return storeUsers(app, people);
}

describe('a field that is declared indexed', () => {
  it('has its index at the start, and the server is not ready without it', async ({ app }) => {
    const { collections } = app.deps;
    expect(await missingIndexes(collections, CONFIGURATION.ownFields)).toEqual([]);
    await collections.users.dropIndex('data_plan_created_at_id');
    expect(await missingIndexes(collections, CONFIGURATION.ownFields)).toEqual([
      'users.data_plan_created_at_id',
    ]);
    await expect(app.deps.checkReady()).rejects.toThrow('users.data_plan_created_at_id');
    await ensureIndexes(collections, CONFIGURATION.ownFields);
    await app.deps.checkReady();
  });

  it('is found by its index', async ({ app }) => {
    const plan = await app.deps.collections.users.find({ 'data.plan': 'paid' }).explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('data_plan_created_at_id');
    expect(JSON.stringify(plan)).not.toContain('COLLSCAN');
  });
});

describe('checkDatabase', () => {
  it('finds no fault in what fits the declaration', async ({ app }) => {
    await store(app, [{ data: { plan: 'free', seats: 3 }, roles: ['administrator', 'editor'] }, {}]);
    const checked = await checkDatabase(app.deps.collections, CONFIGURATION);
    expect(checked).toEqual({ changes: [], faults: [], migrations: [], notes: [] });
  });

  it('names the fields with values that the declaration refuses, and the first person', async ({ app }) => {
    const [, first] = await store(app, [
      { data: { plan: 'free' } },
      { data: { plan: 'gold', seats: 0 } },
      { data: { plan: 7 } },
    ]);
    const { faults } = await checkDatabase(app.deps.collections, CONFIGURATION);
    const id = first?._id.toHexString();
    expect(faults).toEqual([
      expect.stringMatching(`^users\\.data\\.plan: .* 2 people, .*${id}`),
      expect.stringMatching(`^users\\.data\\.seats: .* 1 person, .*${id}`),
    ]);
    expect(faults.join('')).not.toContain('gold');
  });

  it('notes what is stored and no longer declared', async ({ app }) => {
    await store(app, [{ data: { former: 1 }, roles: ['reviewer'] }, { data: { former: 2 } }]);
    const { faults, notes } = await checkDatabase(app.deps.collections, CONFIGURATION);
    expect(faults).toEqual([]);
    expect(notes).toEqual([
      expect.stringContaining('users.data.former of 2 people is not declared'),
      expect.stringContaining('The role reviewer is not declared'),
    ]);
  });
});
