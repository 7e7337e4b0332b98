import { createHash } from 'node:crypto';
import { BSON, type CreateIndexesOptions, type Document } from 'mongodb';

export interface RequiredIndex {
  readonly name: string;
  readonly key: Record<string, 1 | -1>;
  readonly options: Pick<CreateIndexesOptions, 'unique' | 'expireAfterSeconds' | 'partialFilterExpression'>;
}

type Filter = NonNullable<RequiredIndex['options']['partialFilterExpression']>;
/** `$gt: ''` matches any text. With `$type: 'string'` no look-up of a text would use the index. */
export const ANY_TEXT = { $gt: '' } as const;
export const ANY_DATE = { $gt: new Date(0) } as const;

/** What look-ups need. */
export function lookUp(name: string, key: RequiredIndex['key'], filter?: Filter): RequiredIndex {
  return { name, key, options: filter ? { partialFilterExpression: filter } : {} };
}

export function unique(name: string, key: RequiredIndex['key'], filter?: Filter): RequiredIndex {
  return { name, key, options: { unique: true, ...(filter && { partialFilterExpression: filter }) } };
}

/** Removes a document `keptMs` after the date in `field`. */
export function expiring(name: string, field: string, keptMs = 0, filter?: Filter): RequiredIndex {
  const options = { expireAfterSeconds: keptMs / 1000, ...(filter && { partialFilterExpression: filter }) };
  return { name, key: { [field]: 1 }, options };
}

/** The step that one required index needs. */
export type IndexStep =
  | { readonly kind: 'none' }
  /** It is created under this name. */
  | { readonly kind: 'make'; readonly name: string }
  /** It has another expiry, which is changed in place. */
  | { readonly kind: 'change-expiry'; readonly name: string }
  /**
   * Another application's index blocks it: MongoDB allows only one of two indexes that differ in expiry or
   * `hidden` only.
   */
  | { readonly kind: 'blocked'; readonly by: string }
  /** It is created under a versioned name, unless it exists, and then its earlier versions are removed. */
  | { readonly kind: 'replace'; readonly name: string | null; readonly outdated: readonly string[] };

/** @param present the indexes of the collection, as the database lists them */
export function planIndex(required: RequiredIndex, present: readonly Document[]): IndexStep {
  const exists = present.some((index) => isSame(index, required));
  const outdated = present.filter((index) => isVersionOf(index, required) && !isSame(index, required));
  const foreign = present.find(
    (index) => !isVersionOf(index, required) && isSame(withRequiredExpiry(index, required), required),
  );
  if (!exists && foreign) return { kind: 'blocked', by: nameOf(foreign) };
  const [first] = outdated;
  if (!first) return exists ? { kind: 'none' } : { kind: 'make', name: required.name };
  if (!exists && outdated.length === 1 && isSame(withExpiryOf(first, required), required))
    return { kind: 'change-expiry', name: nameOf(first) };
  // The name is in use until the old index is dropped, and MongoDB cannot rename indexes.
  const name = exists ? null : versionName(required);
  return { kind: 'replace', name, outdated: outdated.map(nameOf) };
}

/** Whether the index exists, or a form of it by another version, which must be unique where this one is. */
export function hasSomeForm(required: RequiredIndex, present: readonly Document[]): boolean {
  return present.some(
    (index) =>
      isSame(index, required) ||
      (isVersionOf(index, required) && (!required.options.unique || index['unique'] === true)),
  );
}

/** Whether a listed index equals the required one, under any name. */
function isSame(present: Document, { key, options }: RequiredIndex): boolean {
  return (
    // The order of the fields matters.
    JSON.stringify(present['key']) === JSON.stringify(key) &&
    (present['unique'] ?? false) === (options.unique ?? false) &&
    present['expireAfterSeconds'] === options.expireAfterSeconds &&
    canonical(present['partialFilterExpression']) === canonical(options.partialFilterExpression) &&
    // Required indexes have none of these. Each would skip documents, compare text differently, or hide the
    // index.
    isSimple(present['collation'] as Document | undefined) &&
    !present['sparse'] &&
    !present['hidden']
  );
}

/** Whether text is compared by bytes. The embedded engine lists this collation; a server omits it. */
function isSimple(collation: Document | undefined): boolean {
  return collation === undefined || collation['locale'] === 'simple';
}

function canonical(filter: Document | undefined): string {
  return filter === undefined ? '' : BSON.EJSON.stringify(filter, { relaxed: false });
}

/** Matches the name of the index and its versioned names. */
function isVersionOf(present: Document, { name }: RequiredIndex): boolean {
  const presentName = nameOf(present);
  return presentName === name || (presentName.startsWith(`${name}_`) && VERSION.test(presentName));
}

const VERSION = /_v[0-9a-f]{8}$/;

function versionName({ name, key, options }: RequiredIndex): string {
  const definition = BSON.EJSON.stringify({ key: Object.entries(key), options }, { relaxed: false });
  return `${name}_v${createHash('sha256').update(definition).digest('hex').slice(0, 8)}`;
}

function withExpiryOf(present: Document, { options }: RequiredIndex): Document {
  const { expireAfterSeconds } = options;
  const bothExpire = expireAfterSeconds !== undefined && present['expireAfterSeconds'] !== undefined;
  return bothExpire ? { ...present, expireAfterSeconds } : present;
}

function withRequiredExpiry(present: Document, { options }: RequiredIndex): Document {
  return { ...present, expireAfterSeconds: options.expireAfterSeconds, hidden: false };
}

function nameOf(index: Document): string {
  return index['name'] as string;
}
