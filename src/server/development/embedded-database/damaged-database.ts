import type { Db } from 'mongodb';

export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';

  constructor(databaseDirectory: string, what: string, options?: ErrorOptions) {
    const remedy =
      'Restore the folder from a backup, or move it away: Foyer then begins with an empty database.';
    super(`The embedded database in ${databaseDirectory} ${what}. ${remedy}`, options);
  }
}

/** The engine aborts without a message for an unreadable file and for a full disk. */
export function cannotBeOpened(databaseDirectory: string, error: unknown): DamagedDatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  const what = `cannot be opened (${reason}): its files are damaged, or the disk is full`;
  return new DamagedDatabaseError(databaseDirectory, what, { cause: error });
}

/** Finds damage at the start: the engine opens a file at the first read, and crashes if it is damaged. */
export async function readEveryCollection(
  db: Db,
  databaseDirectory: string,
  isRunning: () => boolean,
): Promise<void> {
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    try {
      await db.collection(name).findOne({}, { projection: { _id: 1 } });
    } catch (cause) {
      if (isRunning()) throw cause;
      const what = `cannot be read: the file of the collection ${name} is damaged`;
      throw new DamagedDatabaseError(databaseDirectory, what, { cause });
    }
  }
}
