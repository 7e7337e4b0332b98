import type { Db, Document } from 'mongodb';
import { expect, test } from 'vitest';
import { isDuplicateKey } from '../src/server/database/errors.ts';
import { testWith } from '../src/testing/app/fixture.ts';
import { canJoinWrites } from '../src/testing/database/joined-writes.ts';
import { WITH_CLIENTS } from '../src/testing/oauth/clients.ts';
import { SeededRandom } from '../src/testing/run/seeded-random.ts';
import { textOf } from './documents.ts';
import { History, type Request } from './history.ts';
import { createModel } from './model.ts';
import { PLAYS } from './plays.ts';
import { recordTraces, textOfTraces } from './record-traces.ts';
import { ReplicaSet, type BoundOperation } from './replica-set.ts';
import { FLOWS, readTraces, TRACES_FILE, type FlowName } from './traces.ts';

const it = testWith({ configuration: WITH_CLIENTS });

it('the traces of the simulation are those of the present functions', async ({ app, skip }) => {
  skip(!(await canJoinWrites(app)), 'MongoDB 7 gets single commands');
  // After a change of these commands, run `npx vitest run simulation/traces.test.ts -u`.
  await expect(textOfTraces(await recordTraces(app))).toMatchFileSnapshot(TRACES_FILE);
});

function play(name: FlowName): readonly Request[] {
  const history = new History(createModel(readTraces()), new SeededRandom(0), PLAYS[name].stored);
  const { sent } = history.finish('process', PLAYS[name].flow);
  expect(history.faults).toEqual([]);
  return sent;
}

test.each(FLOWS)('the simulation sends what the function sends: %s', (name) => {
  const { leftOut = [] } = PLAYS[name];
  const recorded = readTraces()[name].map((command) => command.name);
  expect(recorded).toEqual(expect.arrayContaining([...leftOut]));
  expect(play(name).map(({ command }) => command.name)).toEqual(
    recorded.filter((each) => !leftOut.includes(each)),
  );
});

it('the model does what the database does, with every command and index', async ({ app: { db } }) => {
  for (const name of FLOWS) {
    const documents = PLAYS[name].stored;
    const requests = play(name);
    const names = new Set(documents.map(([collection]) => collection));
    for (const { operations } of requests) for (const { collection } of operations) names.add(collection);
    for (const collection of names) await db.collection(collection).deleteMany({});
    for (const [collection, document] of documents) await insert(db, collection, document);
    const model = new ReplicaSet(documents);
    const member = model.primary();
    for (const { command, operations } of requests) {
      const by = { by: 'process', statement: null, isOrdered: command.isOrdered };
      const answers = command.isRead ? model.read(member, operations) : model.execute(member, operations, by);
      const counts: number[] = [];
      for (const operation of operations) counts.push(await execute(db, operation));
      expect({ name, counts: answers?.map(({ count }) => count) }).toEqual({ name, counts });
    }
    for (const collection of names) {
      const inModel = model
        .stored(collection)
        .toSorted((one, other) => (textOf(one['_id']) < textOf(other['_id']) ? -1 : 1));
      const inDatabase = await db.collection(collection).find().sort({ _id: 1 }).toArray();
      expect({ name, documents: inDatabase }).toEqual({ name, documents: inModel });
    }
  }
});

async function insert(db: Db, collection: string, document: Document): Promise<number> {
  try {
    await db.collection(collection).insertOne({ ...document });
    return 1;
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    return 0;
  }
}

/** Returns how many documents the real database finds or writes. */
async function execute(db: Db, operation: BoundOperation): Promise<number> {
  const { kind, arrayFilters, sort, limit, isUpsert: upsert, many } = operation;
  const collection = db.collection(operation.collection);
  const { filter } = operation;
  if (kind === 'insert') return insert(db, operation.collection, operation.document);
  if (kind === 'find') return (await collection.find(filter, { limit }).toArray()).length;
  if (kind === 'delete')
    return (await (many ? collection.deleteMany(filter) : collection.deleteOne(filter))).deletedCount;
  const { matchedCount, upsertedCount } = await collection.updateOne(filter, operation.update as Document, {
    arrayFilters: arrayFilters as Document[],
    upsert,
    ...(sort ? { sort: sort as Record<string, 1 | -1> } : {}),
  });
  return matchedCount + upsertedCount;
}
