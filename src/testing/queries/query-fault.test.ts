import { expect, it } from 'vitest';
import { openFilledDatabase } from './filled-database.ts';
import { faultOfQuery } from './query-fault.ts';
import type { QueryShape } from './query-shape.ts';

const faultOf = async (shape: QueryShape) =>
  faultOfQuery(await openFilledDatabase(), { place: 'file.ts function find', shape });

it('a query that reads more where more is stored is a fault, and a bounded one is none', async () => {
  const [find, users] = ['find', 'users'] as const;
  expect(await faultOf({ command: find, collection: users, filter: { email: '<text>' } })).toBeNull();
  expect(await faultOf({ command: find, collection: users, filter: { locale: '<text>' } })).toContain(
    'reads the whole collection',
  );
  const ofUser = { command: find, collection: 'activity', filter: { userId: '<id>' } } as const;
  expect(await faultOf(ofUser)).toMatch(/reads \d+ keys and \d+ documents/);
  expect(await faultOf({ ...ofUser, sort: { at: -1, _id: -1 }, limit: 10 })).toBeNull();
  // The sort has no index, so it reads all of the person's rows.
  expect(await faultOf({ ...ofUser, sort: { method: 1 }, limit: 10 })).toMatch(/reads \d+ keys/);
});

it('a write to a sharded collection that names neither its shard nor its id is a fault', async () => {
  const write = { command: 'update', collection: 'sessions' } as const;
  expect(await faultOf({ ...write, filter: { userId: '<id>' } })).toContain('sessionToken');
  expect(await faultOf({ ...write, filter: { sessionToken: '<text>' } })).toBeNull();
  expect(await faultOf({ ...write, filter: { _id: '<id>' } })).toBeNull();
});
