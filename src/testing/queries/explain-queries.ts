import { afterAll } from 'vitest';
import { z } from 'zod';
import { collectionsOf } from '../../server/database/collections.ts';
import { ensureIndexes } from '../../server/database/indexes.ts';
import { createTestDatabase } from '../database/database.ts';
import { takeNotedQueries } from './noted-queries.ts';
import { faultOfQuery } from './query-fault.ts';

/** A declared field that is `indexed`. */
const OWN_FIELD = {
  name: 'plan',
  schema: z.string(),
  options: { read: ['person'], write: ['person'], label: { en: 'Plan' }, indexed: true },
} as const;

/** A file of tests fails when the server has sent a query that has no index. */
afterAll(async () => {
  const queries = takeNotedQueries();
  if (queries.length === 0) return;
  const { db } = await createTestDatabase();
  await ensureIndexes(collectionsOf(db), [OWN_FIELD]);
  const found = await Promise.all(queries.map((query) => faultOfQuery(db, query)));
  const faults = found.filter((fault) => fault !== null);
  if (faults.length > 0) throw new Error(faults.join('\n'));
});
