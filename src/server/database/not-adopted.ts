import type { Filter } from 'mongodb';
import type { AccountDocument, Collections } from './collections.ts';
import type { UserDocument } from './user-documents.ts';
import type { Log } from '../log/log-lines.ts';

/** Users of Auth.js's own adapter. Every write of Foyer that sets a name sets its key. */
export const PEOPLE_NOT_ADOPTED: Filter<UserDocument> = { nameKey: { $exists: false } };
/** Every row that Foyer writes has this field. */
export const CONNECTIONS_NOT_ADOPTED: Filter<AccountDocument> = { refreshingUntil: { $exists: false } };
export const CONNECTIONS_OF_FOYER: Filter<AccountDocument> = { refreshingUntil: { $exists: true } };

interface NotAdopted {
  readonly people: number;
  readonly connections: number;
}

/** What `foyer-server adopt` has not adopted. It reads all connections. */
export async function countNotAdopted({
  users,
  accounts,
}: Pick<Collections, 'users' | 'accounts'>): Promise<NotAdopted> {
  const [people, connections] = await Promise.all([
    users.countDocuments(PEOPLE_NOT_ADOPTED),
    accounts.countDocuments(CONNECTIONS_NOT_ADOPTED),
  ]);
  return { people, connections };
}

export async function reportNotAdopted({
  collections,
  log,
}: {
  readonly collections: Collections;
  readonly log: Pick<Log, 'warn'>;
}): Promise<void> {
  const notAdopted = await countNotAdopted(collections);
  if (notAdopted.people + notAdopted.connections > 0)
    log.warn({ ...notAdopted }, 'people or connections of Auth.js are not adopted');
}
