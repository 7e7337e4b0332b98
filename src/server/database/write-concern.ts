import type { MongoClient, WriteConcernSettings } from 'mongodb';

/** What a server says in `hello` that it is; until it has answered, nothing is sent to it. */
const NOT_KNOWN = new Set(['Unknown', 'PossiblePrimary']);

/**
 * Acknowledged means that a kill loses nothing: on the disk of most members where there are several, on the disk of a server that is
 * alone. A server that is alone does not wait for its journal when it is asked for `majority`: writes that it had acknowledged were lost.
 */
export interface DeploymentWriteConcern {
  /** For the client's options. */
  readonly settings: WriteConcernSettings;
  /** Reads from now on what this client's servers say that they are. */
  follow(client: MongoClient): void;
}

/** @param timeoutMs how long a write may wait for other members; `null`: as long as they need */
export function createWriteConcern(timeoutMs: number | null): DeploymentWriteConcern {
  let isAlone = false;
  // The driver merges write concerns when an operation is made, which may be before any server has answered. It writes the command once it
  // has chosen the server; BSON asks for the value then.
  const w = { toBSON: () => (isAlone ? 1 : 'majority') } as unknown as 'majority';
  return {
    settings: { w, journal: true, ...(timeoutMs === null ? {} : { wtimeoutMS: timeoutMs }) },
    follow(client) {
      client.on('serverDescriptionChanged', ({ newDescription: { type } }) => {
        if (!NOT_KNOWN.has(type)) isAlone = type === 'Standalone';
      });
    },
  };
}
