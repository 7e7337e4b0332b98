import type { MongoClient, WriteConcernSettings } from 'mongodb';

/** Server types before the first answer to `hello`. Nothing is sent to such a server. */
const NOT_KNOWN = new Set(['Unknown', 'PossiblePrimary']);

/**
 * The write concern under which a kill loses no acknowledged write: the journals of a majority in a replica
 * set, and the journal of a standalone server (`w: 1`). With `majority` a standalone server does not wait for
 * its journal (see docs/decisions/004).
 */
interface DeploymentWriteConcern {
  /** The client's option. */
  readonly settings: WriteConcernSettings;
  /** Observes the types of this client's servers from now on. */
  follow(mongo: MongoClient): void;
}

/**
 * @param timeoutMs how long a write may wait for other members; `null`: no limit
 * @param journal whether a write waits for the journal
 */
export function createWriteConcern(timeoutMs: number | null, journal: boolean): DeploymentWriteConcern {
  let isStandalone = false;
  // The driver merges write concerns when an operation is created, possibly before any server has answered.
  // BSON reads this value when the command is written, after the driver has chosen the server.
  const w = { toBSON: () => (isStandalone ? 1 : 'majority') } as unknown as 'majority';
  return {
    settings: { w, journal, ...(timeoutMs === null ? {} : { wtimeoutMS: timeoutMs }) },
    follow(mongo) {
      mongo.on('serverDescriptionChanged', ({ newDescription: { type } }) => {
        if (!NOT_KNOWN.has(type)) isStandalone = type === 'Standalone';
      });
    },
  };
}
