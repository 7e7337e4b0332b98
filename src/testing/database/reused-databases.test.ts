import { expect, it } from 'vitest';
import { missingIndexes } from '../../server/database/indexes.ts';
import { USES_EMBEDDED_ENGINE } from './process-database.ts';
import { createTestApp } from '../app/test-app.ts';

it('is empty and has all indexes after another app stored documents in it', async () => {
  const first = await createTestApp();
  await first.signInByMail('ada@example.test');
  await first.db.collection('left_behind').insertOne({});
  await first.close();

  await using second = await createTestApp();

  if (USES_EMBEDDED_ENGINE) expect(second.db.databaseName).toBe(first.db.databaseName);
  expect(await second.deps.collections.users.countDocuments()).toBe(0);
  const names = (await second.db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
  expect(names).toContain('users');
  expect(names).not.toContain('left_behind');
  expect(await missingIndexes(second.deps.collections, [])).toEqual([]);
});

it('is another database after an index was changed', async () => {
  const first = await createTestApp();
  await first.deps.collections.users.createIndex({ image: 1 }, { unique: true });
  await first.close();

  await using second = await createTestApp();

  expect(second.db.databaseName).not.toBe(first.db.databaseName);
});

it('is another database while an app uses it by its name', async () => {
  const first = await createTestApp();
  await using other = await createTestApp({ databaseName: first.db.databaseName });
  await first.close();

  await using second = await createTestApp();

  expect(second.db.databaseName).not.toBe(other.db.databaseName);
});
