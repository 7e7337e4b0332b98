import type { Db } from 'mongodb';

/** The embedded database cannot be used as it is, in words for the person who starts it. */
export class DamagedDatabaseError extends Error {
  override readonly name = 'DamagedDatabaseError';

  constructor(databaseDirectory: string, what: string, options?: ErrorOptions) {
    const remedy =
      'Restore the folder from a backup, or move it away: Foyer then begins with an empty database.';
    super(`The embedded database in ${databaseDirectory} ${what}. ${remedy}`, options);
  }
}

/** The engine ends its process without a word over a file that it cannot read, and over a full disk. */
export function cannotBeOpened(databaseDirectory: string, error: unknown): DamagedDatabaseError {
  const reason = error instanceof Error ? error.message : String(error);
  const what = `cannot be opened (${reason}): its files are damaged, or the disk is full`;
  return new DamagedDatabaseError(databaseDirectory, what, { cause: error });
}

/**
 * Reads from every collection once. The engine opens a collection's file only then, and dies when the file is damaged: better now, in
 * words, than at somebody's first request.
 * @param isRunning whether the engine that was started is still the one that answers
 */
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
