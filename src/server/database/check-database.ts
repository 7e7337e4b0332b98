import { EMPTY_CONFIGURATION, type Configuration } from '../configuration/configuration.ts';
import { checkOwnData } from './check-own-data.ts';
import type { Collections } from './collections.ts';
import { hasUnfinishedRestore, UNFINISHED_RESTORE } from './dump/unfinished-restore.ts';
import { findDuplicates } from './duplicates.ts';
import { describeBlock, describeDuplicates, placeOf } from './index-errors.ts';
import { planIndexes, type PlannedIndex } from './indexes.ts';

export interface DatabaseCheck {
  /** The changes that a start of this version would make, one sentence per index. */
  readonly changes: readonly string[];
  /** The faults that would stop the start, and stored values that `foyer.config.ts` refuses. */
  readonly faults: readonly string[];
  /** What is kept although nothing uses it. */
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
  return { changes, faults: [...faults, ...ownData.faults], notes: ownData.notes };
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
