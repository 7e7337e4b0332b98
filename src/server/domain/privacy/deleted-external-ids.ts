import { hashesOfExternalId, hashExternalId } from '../../crypto/secrets.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';

/** If the deletion then fails, the hash changes nothing: an import finds the user by the id itself. */
export async function keepDeletedExternalId(
  { collections, settings, now }: Pick<Dependencies, 'collections' | 'settings' | 'now'>,
  { externalId }: Pick<UserDocument, 'externalId'>,
): Promise<void> {
  if (externalId === undefined) return;
  const _id = hashExternalId(externalId, settings.authSecret);
  await collections.deletedExternalIds.updateOne({ _id }, { $set: { at: now() } }, { upsert: true });
}

export async function findDeletedExternalIds(
  { collections, settings, formerKeys }: Pick<Dependencies, 'collections' | 'settings' | 'formerKeys'>,
  externalIds: readonly string[],
): Promise<string[]> {
  const hashes = new Map(
    externalIds.flatMap((externalId) =>
      hashesOfExternalId(externalId, settings, formerKeys).map((hash) => [hash, externalId] as const),
    ),
  );
  const found = await collections.deletedExternalIds.find({ _id: { $in: [...hashes.keys()] } }).toArray();
  return found.flatMap(({ _id }) => hashes.get(_id) ?? []);
}
