import type { CommandStartedEvent } from 'mongodb';
import { createTestDatabase, type TestDatabase } from './database.ts';
import { USES_EMBEDDED_ENGINE } from './process-database.ts';

/** Commands that change more than documents. After one of them, a database is not used again. */
const SCHEMA_COMMANDS: ReadonlySet<string> = new Set([
  'collMod',
  'create',
  'createIndexes',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'renameCollection',
]);
/** Above this number of documents, a new database is quicker than removing them. */
const MOST_DOCUMENTS = 500;

interface ReleasedDatabase {
  readonly name: string;
  /** Those that `ensureIndexes` has made. */
  readonly collections: ReadonlySet<string>;
}

const released: ReleasedDatabase[] = [];
/** Other clients know these databases, too. */
const shared = new Set<string>();

/** An app has opened this database by its name, so its client does not see every command. */
export function noteSharedDatabase(name: string): void {
  shared.add(name);
}

export interface ReusableDatabase extends TestDatabase {
  /** Call it when all collections and indexes are made. Without this call, the database is dropped and not used again. */
  noteSchema(): Promise<void>;
}

/**
 * An empty database for a test app. To make its collections and indexes takes longer than most tests, so it is one that another app of this worker has
 * left, when there is one. Only in the embedded engine, whose files are removed after the run.
 */
export async function takeDatabase(): Promise<ReusableDatabase> {
  const used = released.pop();
  const database = await createTestDatabase(undefined, used?.name);
  const { db, client } = database;
  if (used) {
    const present = await db.listCollections({}, { nameOnly: true }).toArray();
    await Promise.all(
      present.map(({ name }) =>
        used.collections.has(name) ? db.collection(name).deleteMany({}) : db.dropCollection(name),
      ),
    );
  }

  let collections: ReadonlySet<string> | null = null;
  const drop = async (): Promise<void> => {
    const { objects } = (await db.command({ dbStats: 1 })) as { objects: number };
    if (collections === null || shared.has(db.databaseName) || objects > MOST_DOCUMENTS)
      return database.drop();
    released.push({ name: db.databaseName, collections });
    await client.close();
  };
  return {
    ...database,
    async noteSchema() {
      if (!USES_EMBEDDED_ENGINE) return;
      const present = await db.listCollections({}, { nameOnly: true }).toArray();
      collections = new Set(present.map(({ name }) => name));
      client.on('commandStarted', ({ commandName }: CommandStartedEvent) => {
        if (SCHEMA_COMMANDS.has(commandName)) collections = null;
      });
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
