import { Binary, type Db, type Document } from 'mongodb';

/** The documents with one of these texts in any field, by collection. */
export async function documentsNaming(
  db: Db,
  needles: readonly string[],
): Promise<Readonly<Record<string, readonly Document[]>>> {
  const found: Record<string, Document[]> = {};
  for (const { name } of await db.listCollections({}, { nameOnly: true }).toArray()) {
    for (const document of await db.collection(name).find().toArray()) {
      const text = JSON.stringify(document, (_key, value: unknown) =>
        value instanceof Binary ? value.toString('base64') : value,
      );
      if (needles.some((needle) => text.includes(needle))) (found[name] ??= []).push(document);
    }
  }
  return found;
}
