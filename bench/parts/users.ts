import { ADMINISTRATOR } from '../../src/shared/foyer-config.ts';
import { DAY_MS } from '../../src/shared/limits.ts';
import { collectionsOf, type Collections } from '../../src/server/database/collections.ts';
import { ensureIndexes } from '../../src/server/database/indexes.ts';
import { emailFields, nameFields } from '../../src/server/database/search-key.ts';
import type { UserDocument } from '../../src/server/database/user-documents.ts';
import { createServiceKey } from '../../src/server/domain/administration/service-keys.ts';
import { openConnection, type HttpConnection } from '../load/http-connection.ts';
import { rawRequest } from '../load/raw-request.ts';
import type { UsersMeasurement } from '../results.ts';
import { insertAll } from '../seeds/insert.ts';
import { makeUsers } from '../seeds/users.ts';
import { FOYER_HOST, startFoyer } from '../start-servers.ts';
import { median, quantile } from '../statistics.ts';
import type { Bench, Plan } from './bench.ts';

const WARM_UP = 10;
/** Pages before the one that is measured as a late page. */
const PAGES_BEFORE = 50;
const FIRST_NAMES = ['Ada', 'Grace', 'Édith', 'Zoë', 'Omar', 'Ngozi', 'Li', 'Søren', 'María', 'Jürgen'];

/** Each list, by its words in the table. */
const LISTS: Readonly<Record<string, object>> = {
  'newest first': {},
  'by name': { sort: 'name' },
  'search by a name of a tenth of them': { search: 'ada' },
  'search by a rare name': { search: 'zoë person 123' },
  'search by an address': { search: 'person-00012' },
  'search that finds nobody': { search: 'nobody has this name' },
  'with a role of a thousandth of them': { role: 'editor' },
  'with that role, by name': { role: 'editor', sort: 'name' },
  'suspended, a thousandth of them': { state: 'suspended' },
  'invited, a hundredth of them': { state: 'invited' },
  'with that role, and search': { role: 'editor', search: 'ada' },
};

/** Measures pages of `users.list` and `users.getMany` among the largest number of people. */
export async function measureUsers(bench: Bench, plan: Plan): Promise<UsersMeasurement> {
  const { db, uri } = bench.database.use('people');
  const collections = collectionsOf(db);
  const people = plan.sizes[2];
  bench.say(`people: ${people} people`);
  const ids = await seed(collections, people);
  const { key } = await createServiceKey(
    { collections, now: () => new Date() },
    { kind: 'server' },
    {
      name: 'Benchmark',
      scopes: ['users:read'],
      expires: new Date(Date.now() + DAY_MS).toISOString(),
      allowedAddresses: [],
    },
    { ip: null },
  );
  const { child, port } = await startFoyer(uri);
  const connection = await openConnection(port);
  const { repetitions } = plan;
  const lists: { list: string; medianMs: number; p95Ms: number }[] = [];
  const measure = async (list: string, procedure: string, input: object) => {
    bench.say(`people: ${list}`);
    const times: number[] = [];
    for (let i = -WARM_UP; i < repetitions; i++) {
      const started = performance.now();
      await call(connection, key, procedure, input);
      if (i >= 0) times.push(performance.now() - started);
    }
    lists.push({ list, medianMs: median(times), p95Ms: quantile(times, 0.95) });
  };
  try {
    for (const [list, input] of Object.entries(LISTS)) await measure(list, 'users.list', input);
    for (const sort of ['created', 'name']) {
      let cursor: string | null = null;
      for (let page = 0; page < PAGES_BEFORE; page++) {
        const input: object = { sort, limit: 100, ...(cursor === null ? {} : { cursor }) };
        cursor = (await call<{ nextCursor: string | null }>(connection, key, 'users.list', input)).nextCursor;
        if (cursor === null) break;
      }
      if (cursor !== null)
        await measure(`after ${PAGES_BEFORE} pages of 100, ${sort}`, 'users.list', { sort, cursor });
    }
    await measure('100 people by their ids', 'users.getMany', { ids });
    return { people, repetitions, lists };
  } finally {
    connection.close();
    await child.end();
  }
}

/** Fills the users, and answers the ids of 100 of them. */
async function seed(collections: Collections, count: number): Promise<string[]> {
  const seeded = makeUsers(2 * count, new Date());
  await insertAll(collections.users, count, (number): UserDocument => {
    const { id, email, createdAt: day } = seeded.user(number);
    // All different, as sign-ups are.
    const createdAt = new Date(day.getTime() + number);
    return {
      _id: id,
      ...nameFields(`${FIRST_NAMES[number % FIRST_NAMES.length] ?? ''} Person ${number}`),
      ...emailFields(email),
      emailVerified: number % 100 === 7 ? null : createdAt,
      locale: 'en',
      accounts: [],
      ...(number % 1000 === 1 ? { roles: ['editor'] } : {}),
      ...(number % 1000 === 2 ? { suspension: { reason: 'Spam', at: createdAt, until: null } } : {}),
      ...(number === 0 ? { roles: [ADMINISTRATOR] } : {}),
      createdAt,
      updatedAt: createdAt,
    };
  });
  await ensureIndexes(collections);
  return Array.from({ length: Math.min(100, count) }, (_, index) =>
    seeded.user(Math.floor((index * count) / 100)).id.toHexString(),
  );
}

/** Calls a query with a service key. */
async function call<Data>(connection: HttpConnection, key: string, procedure: string, input: object) {
  const path = `/trpc/${procedure}?input=${encodeURIComponent(JSON.stringify(input))}`;
  const headers = { authorization: `Bearer ${key}` };
  const { status, body } = await connection.send(rawRequest({ path, host: FOYER_HOST, headers }));
  if (status !== 200) throw new Error(`${procedure} answered ${status}`);
  return (JSON.parse(body) as { readonly result: { readonly data: Data } }).result.data;
}
