import type { CommandStartedEvent } from 'mongodb';
import { collectionsIn, createTestDatabase, filledOf } from './database.ts';
import { USES_EMBEDDED_ENGINE } from './process-database.ts';

/** Commands that change more than documents. After one, a database is not used again. */
const SCHEMA_COMMANDS: ReadonlySet<string> = new Set([
  'collMod',
  'create',
  'createIndexes',
  'drop',
  'dropDatabase',
  'dropIndexes',
  'renameCollection',
]);
/** With more documents than this, a new database is quicker than removing them. */
const MOST_DOCUMENTS = 500;

interface ReleasedDatabase {
  readonly name: string;
  /** The collections that `ensureIndexes` has made. */
  readonly collections: ReadonlySet<string>;
}

const released: ReleasedDatabase[] = [];
/** Databases that other connections use, too. */
const shared = new Set<string>();

/** Notes that an app opened this database by name, so its connection does not see every command. */
export function noteSharedDatabase(name: string): void {
  shared.add(name);
}

/**
 * An empty database for a test app: one that another app of this worker left, because making collections and
 * indexes takes longer than most tests. Only in the embedded engine, whose files are removed after the run.
 */
export async function takeDatabase() {
  const used = released.pop();
  const database = await createTestDatabase(undefined, used?.name);
  const { db, mongo } = database;
  if (used) {
    const { collections: known } = used;
    for (const name of await collectionsIn(db)) if (!known.has(name)) await db.dropCollection(name);
    for (const name of await filledOf(db, [...known])) await db.collection(name).deleteMany({});
  }

  let collections: ReadonlySet<string> | null = null;
  const drop = async (): Promise<void> => {
    const { objects } = (await db.command({ dbStats: 1 })) as { objects: number };
    if (collections === null || shared.has(db.databaseName) || objects > MOST_DOCUMENTS)
      return database.drop();
    released.push({ name: db.databaseName, collections });
    await mongo.close();
  };
  return {
    ...database,
    hasSchema: used !== undefined,
    /** Call it when all collections and indexes exist. Without the call, the database is not used again. */
    async noteSchema(): Promise<void> {
      if (!USES_EMBEDDED_ENGINE) return;
      collections = used?.collections ?? new Set(await collectionsIn(db));
      mongo.on('commandStarted', ({ commandName }: CommandStartedEvent) => {
        if (SCHEMA_COMMANDS.has(commandName)) collections = null;
      });
    },
    drop,
    [Symbol.asyncDispose]: drop,
  };
}
