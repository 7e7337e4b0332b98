import { createHash } from 'node:crypto';
import { BSON, type CreateIndexesOptions, type Document } from 'mongodb';

export interface RequiredIndex {
  readonly name: string;
  readonly key: Record<string, 1 | -1>;
  readonly options: Pick<CreateIndexesOptions, 'unique' | 'expireAfterSeconds' | 'partialFilterExpression'>;
}

/** What has to be done for one required index. */
export type IndexStep =
  | { readonly kind: 'none' }
  /** It is made under this name. */
  | { readonly kind: 'make'; readonly name: string }
  /** Documents expire sooner or later than the index says. */
  | { readonly kind: 'change-expiry'; readonly name: string }
  /** An index that is not ours stands in the way: the same but for its expiry, or hidden. The database takes only one of them. */
  | { readonly kind: 'blocked'; readonly by: string }
  /** It is made under a name of its own, if it is not there yet, and then what stood for it in an earlier version is removed. */
  | { readonly kind: 'replace'; readonly name: string | null; readonly outdated: readonly string[] };

/** @param present the indexes of its collection, as the database lists them */
export function planIndex(required: RequiredIndex, present: readonly Document[]): IndexStep {
  const isThere = present.some((index) => isSame(index, required));
  const outdated = present.filter((index) => isVersionOf(index, required) && !isSame(index, required));
  const foreign = present.find(
    (index) => !isVersionOf(index, required) && isSame(asIfOurs(index, required), required),
  );
  if (!isThere && foreign) return { kind: 'blocked', by: nameOf(foreign) };
  const [first] = outdated;
  if (!first) return isThere ? { kind: 'none' } : { kind: 'make', name: required.name };
  if (!isThere && outdated.length === 1 && isSame(withExpiryOf(first, required), required))
    return { kind: 'change-expiry', name: nameOf(first) };
  // The name is taken until the old one is gone, and no index can be renamed.
  const name = isThere ? null : versionName(required);
  return { kind: 'replace', name, outdated: outdated.map(nameOf) };
}

/** Whether an index that the database lists does what is required, under whatever name. */
function isSame(present: Document, { key, options }: RequiredIndex): boolean {
  return (
    // The order of the fields counts.
    JSON.stringify(present['key']) === JSON.stringify(key) &&
    (present['unique'] ?? false) === (options.unique ?? false) &&
    present['expireAfterSeconds'] === options.expireAfterSeconds &&
    canonical(present['partialFilterExpression']) === canonical(options.partialFilterExpression) &&
    // None of ours has these; each would leave documents out, compare texts in another way, or keep the index from being used.
    isSimple(present['collation'] as Document | undefined) &&
    !present['sparse'] &&
    !present['hidden']
  );
}

/** Texts are compared by their bytes. The embedded engine lists that; a server leaves it out. */
function isSimple(collation: Document | undefined): boolean {
  return collation === undefined || collation['locale'] === 'simple';
}

function canonical(filter: Document | undefined): string {
  return filter === undefined ? '' : BSON.EJSON.stringify(filter, { relaxed: false });
}

/** Its own name, or the one that it has once a version of it was replaced. */
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
  const both = expireAfterSeconds !== undefined && present['expireAfterSeconds'] !== undefined;
  return both ? { ...present, expireAfterSeconds } : present;
}

function asIfOurs(present: Document, { options }: RequiredIndex): Document {
  return { ...present, expireAfterSeconds: options.expireAfterSeconds, hidden: false };
}

function nameOf(index: Document): string {
  return index['name'] as string;
}
