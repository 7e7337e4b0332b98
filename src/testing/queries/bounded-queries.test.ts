import { expect, it } from 'vitest';
import { z } from 'zod';
import { SESSIONS_PER_USER } from '../../shared/limits.ts';
import { collectionsOf } from '../../server/database/collections.ts';
import { ensureIndexes } from '../../server/database/indexes.ts';
import { createTestDatabase } from '../app/database.ts';
import { readCallSites } from './call-sites.ts';
import { explainShape, type ExplainedQuery } from './explained-query.ts';
import { fillDatabase, SMALL_COLLECTIONS } from './filled-database.ts';
import { QUERIES_THAT_GROW, UNRECORDED } from './query-exceptions.ts';
import type { QueryShape } from './query-shape.ts';
import { readRecordedShapes } from './recorded-queries.ts';

/** What a query may read besides what it answers. It is more than any person has of anything that is bounded. */
const MOST_READ = 2.5 * SESSIONS_PER_USER;

/** So many queries are explained at once. One at a time takes twice as long. */
const AT_ONCE = 16;

/** An own field of the application that is declared `indexed`. */
const OWN_FIELD = {
  name: 'plan',
  schema: z.string(),
  options: { read: ['person'], write: ['person'], label: { en: 'Plan' }, indexed: true },
} as const;

function faultOf(shape: QueryShape, explained: ExplainedQuery): string | null {
  const { scansAll, keysRead, documentsRead, answered } = explained;
  if (scansAll && !SMALL_COLLECTIONS.has(shape.collection)) return 'reads the whole collection';
  const limit = shape.limit ?? limitOf(shape.pipeline);
  const bound = MOST_READ + 2 * Math.min(limit, answered);
  if (keysRead <= bound && documentsRead <= bound) return null;
  return `reads ${keysRead} keys and ${documentsRead} documents to answer ${answered}`;
}

/** The `$limit` that a count begins with. */
function limitOf(pipeline: unknown): number {
  const stages = Array.isArray(pipeline) ? (pipeline as { $limit?: number }[]) : [];
  return stages.find(({ $limit }) => $limit !== undefined)?.$limit ?? 0;
}

/** The call sites of each shape. Many have the same one, which is explained once. */
function sitesOfShapes(): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [site, shapes] of Object.entries(readRecordedShapes())) {
    for (const shape of shapes) {
      const text = JSON.stringify(shape);
      found.set(text, [...(found.get(text) ?? []), site]);
    }
  }
  return found;
}

it('every query has an index and reads a bounded number of keys and documents', async () => {
  await using database = await createTestDatabase();
  const collections = collectionsOf(database.db);
  await ensureIndexes(collections, [OWN_FIELD]);
  const common = await fillDatabase(collections);
  const faults: string[] = [];
  const grown = new Set<string>();
  const waiting = [...sitesOfShapes()];
  const explainRest = async (): Promise<void> => {
    for (let next = waiting.pop(); next; next = waiting.pop()) {
      const [text, sites] = next;
      const shape = JSON.parse(text) as QueryShape;
      const fault = faultOf(shape, await explainShape(database.db, shape, common));
      if (fault === null) continue;
      for (const site of sites) {
        grown.add(site);
        if (!(site in QUERIES_THAT_GROW)) faults.push(`${site} ${fault}: ${text}`);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, explainRest));
  expect(faults).toEqual([]);
  expect(Object.keys(QUERIES_THAT_GROW).filter((site) => !grown.has(site))).toEqual([]);
});

it('every call of the driver in the sources has a recorded query', async () => {
  const sites = [...(await readCallSites()).values()].flat().map(({ name }) => name);
  const recorded = readRecordedShapes();
  const known = new Set([...Object.keys(recorded), ...Object.keys(UNRECORDED)]);
  // `npm run queries:record <test file>` records the queries of a test.
  expect(sites.filter((site) => !known.has(site))).toEqual([]);
  const present = new Set(sites);
  expect(Object.keys(UNRECORDED).filter((site) => !present.has(site) || site in recorded)).toEqual([]);
  expect(
    Object.keys(recorded).filter((site) => !present.has(site) && !site.endsWith(' by a library')),
  ).toEqual([]);
});
