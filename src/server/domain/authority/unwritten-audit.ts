import { ObjectId, type Collection } from 'mongodb';
import type { AuditDocument, AuditEntry } from '../../database/administration-documents.ts';
import { insertOnce } from '../../database/insert-once.ts';
import type { Dependencies } from '../../dependencies.ts';

type AuditDependencies = Pick<Dependencies, 'collections'>;

/** A document whose deciding writes also store audit rows, so that no crash loses one. */
interface AuditedDocument {
  readonly _id: ObjectId | string;
  readonly unwrittenAudit?: readonly AuditDocument[];
}

export function makeAuditRow(subject: AuditDocument['subject'], at: Date, entry: AuditEntry): AuditDocument {
  return { _id: new ObjectId(), at, ...entry, subject };
}

/** Writes the rows that a deciding write left in its document. A second call changes nothing. */
export async function writeAuditOf<Stored extends AuditedDocument>(
  { collections: { audit } }: AuditDependencies,
  collection: Collection<Stored>,
  { _id, unwrittenAudit = [] }: AuditedDocument,
): Promise<void> {
  const audited = collection as unknown as Collection<AuditedDocument>;
  for (const row of unwrittenAudit) {
    await insertOnce(audit, row);
    await audited.updateOne({ _id }, { $pull: { unwrittenAudit: { _id: row._id } } });
  }
}

/** Writes the audit rows that a crash left in service keys. The job runner calls it. */
export async function writeLeftAudit(deps: AuditDependencies): Promise<void> {
  const { serviceKeys } = deps.collections;
  // `$gt` is the condition of the partial index.
  const left = { 'unwrittenAudit.at': { $gt: new Date(0) } };
  for (const key of await serviceKeys.find(left).toArray()) await writeAuditOf(deps, serviceKeys, key);
}
