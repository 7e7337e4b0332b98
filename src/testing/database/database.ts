import type { Db } from 'mongodb';
import { pino } from 'pino';
import { connectDatabase } from '../../server/database/connect.ts';
import { noteQueries } from '../queries/noted-queries.ts';
import { reportUndefinedValues } from './undefined-values.ts';
import { uniqueName } from '../run/unique-name.ts';
import { testDatabaseUri } from './uri.ts';

/** A busy machine needs longer than any limit of the product. */
const PATIENCE_MS = 30_000;

export type TestDatabase = Awaited<ReturnType<typeof createTestDatabase>>;

/** Makes a database on the test run's server. With a name, opens another connection to that database. */
export async function createTestDatabase(
  uri = testDatabaseUri(),
  databaseName = `test_${uniqueName()}`,
  patient = false,
) {
  const { mongo, db, close } = await connectDatabase({
    uri: withMonitoredCommands(uri),
    // Tests of a lost database have a proxy with its own address.
    ...(uri === testDatabaseUri() ? { answerWithinMs: PATIENCE_MS } : {}),
    databaseName,
    log: pino({ level: 'silent' }),
    patient,
    // Nobody opens this database after a crash, and half of a write's time is the wait for the journal.
    journal: false,
  });
  reportUndefinedValues(mongo);
  noteQueries(mongo);
  const drop = async (): Promise<void> => {
    await db.dropDatabase();
    await close();
  };
  return { uri, mongo, db, drop, [Symbol.asyncDispose]: drop };
}

export async function collectionsIn(db: Db): Promise<string[]> {
  return (await db.listCollections({}, { nameOnly: true }).toArray()).map(({ name }) => name);
}

/** The collections that have documents, by one command: one for each takes longer than most tests. */
export async function filledOf(db: Db, names: readonly string[]): Promise<string[]> {
  const [first, ...others] = names;
  if (first === undefined) return [];
  const nameOnce = (name: string) => [{ $limit: 1 }, { $project: { _id: { $literal: name } } }];
  const inOthers = others.map((coll) => ({ $unionWith: { coll, pipeline: nameOnce(coll) } }));
  const filled = db.collection(first).aggregate<{ _id: string }>([...nameOnce(first), ...inOthers]);
  return (await filled.toArray()).map(({ _id }) => _id);
}

function withMonitoredCommands(uri: string): string {
  const [address = '', options] = uri.split('?', 2);
  const base = /^[^/]*\/\/[^/]*\//.test(address) ? address : `${address}/`;
  return `${base}?${options === undefined ? '' : `${options}&`}monitorCommands=true`;
}
