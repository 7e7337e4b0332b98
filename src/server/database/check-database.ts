import { EMPTY_CONFIGURATION, type Configuration } from '../configuration/configuration.ts';
import { checkOwnData } from './check-own-data.ts';
import type { Collections } from './collections.ts';
import { hasUnfinishedRestore, UNFINISHED_RESTORE } from './dump/unfinished-restore.ts';
import { findDuplicates } from './duplicates.ts';
import { describeBlock, describeDuplicates, placeOf } from './index-errors.ts';
import { planIndexes, type PlannedIndex } from './indexes.ts';
import { MIGRATIONS } from './migrations/list.ts';
import { countNotAdopted } from './not-adopted.ts';

interface DatabaseCheck {
  /** The changes that a start of this version would make, one sentence per index. */
  readonly changes: readonly string[];
  /** The faults that would stop the start, and stored values that `foyer.config.ts` refuses. */
  readonly faults: readonly string[];
  /** The migrations that a start of this version would run, one sentence each. */
  readonly migrations: readonly string[];
  /** What is kept although nothing uses it, what is not adopted, and what a newer version has done. */
  readonly notes: readonly string[];
}

/** Checks whether this version can start on this database, and what it would change. It only reads. */
export async function checkDatabase(
  collections: Collections,
  configuration: Pick<Configuration, 'ownFields' | 'roles'> = EMPTY_CONFIGURATION,
): Promise<DatabaseCheck> {
  const changes: string[] = [];
  const faults: string[] = (await hasUnfinishedRestore(collections)) ? [UNFINISHED_RESTORE] : [];
  for (const planned of await planIndexes(collections, configuration.ownFields)) {
    const fault = await faultOf(planned);
    if (fault !== null) faults.push(`${placeOf(planned.collection, planned.required)}: ${fault}`);
    else if (planned.step.kind !== 'none') changes.push(await describeChange(planned));
  }
  const ownData = await checkOwnData(collections, configuration);
  const { due, newer } = await checkMigrations(collections);
  const { people, connections } = await countNotAdopted(collections);
  const notAdopted =
    people + connections === 0
      ? []
      : [
          `Not adopted from Auth.js: ${people} people and ${connections} connections. Run foyer-server adopt.`,
        ];
  return {
    changes,
    faults: [...faults, ...ownData.faults],
    migrations: due,
    notes: [...newer, ...notAdopted, ...ownData.notes],
  };
}

async function checkMigrations({
  migrations,
}: Pick<Collections, 'migrations'>): Promise<{ readonly due: string[]; readonly newer: string[] }> {
  const stored = await migrations.find().toArray();
  const done = new Set(stored.flatMap(({ _id, doneAt }) => (doneAt === null ? [] : _id)));
  return {
    due: MIGRATIONS.filter(({ id }) => !done.has(id)).map(
      ({ id, name, mustComeFirst }) =>
        `Migration ${id} (${name}) runs${mustComeFirst ? ', and requests wait for it' : ' while requests are answered'}.`,
    ),
    newer: stored
      .filter(({ _id }) => _id > MIGRATIONS.length)
      .map(
        ({ _id, name }) =>
          `Migration ${_id} (${name}) is of a newer version. This version works on its rows. The newer version repeats it when it starts again.`,
      ),
  };
}

async function faultOf({ collection, required, step }: PlannedIndex): Promise<string | null> {
  if (step.kind === 'blocked') return describeBlock(step.by);
  const isCreated = step.kind === 'make' || (step.kind === 'replace' && step.name !== null);
  const duplicates = isCreated ? await findDuplicates(collection, required) : null;
  return duplicates && describeDuplicates(required, duplicates);
}

async function describeChange({ collection, required, step }: PlannedIndex): Promise<string> {
  const index = `${collection.collectionName}.${required.name}`;
  if (step.kind === 'change-expiry') return `${index} gets another expiry.`;
  const documents = await collection.estimatedDocumentCount();
  const scope = `over ${documents} ${documents === 1 ? 'document' : 'documents'}`;
  return step.kind === 'replace' ? `${index} is replaced, ${scope}.` : `${index} is made, ${scope}.`;
}
