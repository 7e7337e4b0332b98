import type { MongoClient, WriteConcernSettings } from 'mongodb';

/** Server types before the first answer to `hello`. Nothing is sent to such a server. */
const NOT_KNOWN = new Set(['Unknown', 'PossiblePrimary']);

/**
 * A kill loses no acknowledged write: a majority's journals, or a standalone server's own (`w: 1`, because
 * with `majority` it would not wait; decision 004).
 */
export interface DeploymentWriteConcern {
  readonly settings: WriteConcernSettings;
  /** Observes the types of this connection's servers from now on. */
  follow(mongo: MongoClient): void;
}

/** `timeoutMs`: how long a write may wait for other members; `null`: no limit. */
export function createWriteConcern(timeoutMs: number | null, journal: boolean): DeploymentWriteConcern {
  let isStandalone = false;
  // The driver merges write concerns early. BSON reads this when the command is written, for a known server.
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
