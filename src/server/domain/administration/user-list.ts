import { ObjectId, type Filter } from 'mongodb';
import { makeIssue } from '../../../shared/issues.ts';
import type {
  ListedMethod,
  ListUsersInput,
  UsersPage,
  User,
  UserState,
} from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import { ANY_TEXT } from '../../database/index-plan.ts';
import { searchWordsOf } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { notSuspended, suspendedNow } from '../rules/access.ts';
import { activeUser } from '../rules/active-user.ts';
import { partyOf, type Authority } from '../rules/authority.ts';
import { invalidCursor, pageOf } from '../rules/list-pages.ts';
import { PERSON_FIELDS, toUser, type StoredUser } from './user.ts';

const LISTED_FIELDS = { ...PERSON_FIELDS, nameKey: 1 } as const;
type ListedUser = StoredUser & Pick<UserDocument, 'nameKey'>;
type ListDependencies = Pick<Dependencies, 'collections' | 'configuration' | 'now' | 'settings'>;

/** The conditions of partial indexes. */
export const WITH_METHOD: Readonly<Record<ListedMethod, Filter<UserDocument>>> = {
  passkey: { 'passkeys.id': ANY_TEXT },
  totp: { 'totp.secret': ANY_TEXT },
};

/**
 * A user created or deleted between two pages shifts nobody else.
 * Throws `INVALID_INPUT` for a cursor of another list, for an own field that is not declared `indexed` or that
 * the authority may not read, and for a method unless an administrator asks.
 */
export async function listUsers(
  deps: ListDependencies,
  authority: Authority,
  input: ListUsersInput,
): Promise<UsersPage> {
  const filters = [...filtersOf(deps, authority, input)];
  const sections = sectionsOf(input);
  const found: { readonly section: Section; readonly user: ListedUser }[] = [];
  for (const section of input.cursor === undefined ? sections : sectionsAfter(sections, input.cursor)) {
    const limit = input.limit + 1 - found.length;
    if (limit === 0) break;
    const users = await deps.collections.users
      .find<ListedUser>({ $and: [section.range, ...filters] }, { projection: LISTED_FIELDS })
      .sort(sortOf(section))
      .limit(limit)
      .toArray();
    found.push(...users.map((user) => ({ section, user })));
  }
  const { shown, nextCursor } = pageOf(found, input.limit, ({ section, user }) => cursorOf(section, user));
  return {
    people: shown.map(({ user }) => toUser(deps, authority, user)),
    nextCursor,
  };
}

/** Throws `NOT_FOUND`. */
export async function getUser(deps: ListDependencies, authority: Authority, id: string): Promise<User> {
  const user = await deps.collections.users.findOne(activeUser(new ObjectId(id)), {
    projection: PERSON_FIELDS,
  });
  if (!user) throw new AppError('NOT_FOUND');
  return toUser(deps, authority, user);
}

/** In the order of the ids. Unknown ids are left out. */
export async function getManyUsers(
  deps: ListDependencies,
  authority: Authority,
  ids: readonly string[],
): Promise<{ people: User[] }> {
  const users = await deps.collections.users
    .find(
      { _id: { $in: ids.map((id) => new ObjectId(id)) }, deletedAt: { $exists: false } },
      { projection: PERSON_FIELDS },
    )
    .toArray();
  const people = new Map(users.map((user) => [user._id.toHexString(), toUser(deps, authority, user)]));
  return { people: ids.flatMap((id) => people.get(id) ?? []) };
}

function* filtersOf(
  deps: ListDependencies,
  authority: Authority,
  { search = '', role, state, method, createdAfter, createdBefore, data = {} }: ListUsersInput,
): Generator<Filter<UserDocument>> {
  yield { deletedAt: { $exists: false } };
  for (const word of wordsOf(search)) yield { $or: [{ namePrefixes: word }, { emailPrefixes: word }] };
  if (role !== undefined) yield { roles: role };
  if (state !== undefined) yield stateFilter(state, deps.now());
  if (method !== undefined) {
    if (partyOf(authority) !== 'administrator') throw notFilterable('method');
    yield WITH_METHOD[method];
  }
  if (createdAfter !== undefined) yield { createdAt: { $gte: new Date(createdAfter) } };
  if (createdBefore !== undefined) yield { createdAt: { $lt: new Date(createdBefore) } };
  for (const [name, value] of Object.entries(data)) {
    requireFilterable(deps, authority, name);
    yield { [`data.${name}`]: value };
  }
}

/** A search without letters and digits finds nobody. */
function wordsOf(search: string): readonly string[] {
  const words = searchWordsOf(search);
  return search === '' || words.length > 0 ? words : [search];
}

/** Must agree with `toUser`. `$gt` is the condition of a partial index. */
function stateFilter(state: UserState, now: Date): Filter<UserDocument> {
  switch (state) {
    case 'suspended':
      return suspendedNow(now);
    case 'invited':
      return { $and: [notSuspended(now), { email: { $gt: '' }, emailVerified: null }] };
    case 'active':
      return {
        $and: [
          notSuspended(now),
          { $or: [{ emailVerified: { $ne: null } }, { email: { $not: { $gt: '' } } }] },
        ],
      };
  }
}

/** Refuses a filter by a field that the authority may not read, because the answer would show its value. */
function requireFilterable({ configuration }: ListDependencies, authority: Authority, name: string): void {
  const field = configuration.ownFields.find((each) => each.name === name);
  if (field?.options.indexed && field.options.read.includes(partyOf(authority))) return;
  throw notFilterable('data');
}

function notFilterable(field: 'data' | 'method'): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue(field, 'other')] });
}

type SectionName = 'created' | 'named' | 'nameless';

/**
 * A range of one index, in the order of that index. The list is one section after another, so nothing is
 * sorted. The indexes for a search have the same order.
 */
interface Section {
  readonly name: SectionName | `${SectionName}-reversed`;
  readonly range: Filter<UserDocument>;
  readonly by: 'createdAt' | 'nameKey' | '_id';
  readonly direction: 1 | -1;
}
type Position = Pick<UserDocument, '_id' | 'createdAt' | 'nameKey'>;

function sectionsOf({ search = '', sort, reversed = false }: ListUsersInput): Section[] {
  const sections: (Section & { readonly name: SectionName })[] =
    sort === 'created' && search === ''
      ? [{ name: 'created', range: { createdAt: { $exists: true } }, by: 'createdAt', direction: -1 }]
      : [
          { name: 'named', range: { nameKey: { $gt: '' } }, by: 'nameKey', direction: 1 },
          { name: 'nameless', range: { nameKey: '' }, by: '_id', direction: 1 },
        ];
  if (!reversed) return sections;
  return sections.map((section) => ({
    ...section,
    name: `${section.name}-reversed`,
    direction: section.direction === 1 ? -1 : 1,
  }));
}

function sortOf({ by, direction }: Section): Record<string, 1 | -1> {
  return { [by]: direction, _id: direction };
}

function cursorOf(section: Section, user: Position): string {
  return Buffer.from(`${section.name}.${user._id.toHexString()}.${valueOf(section, user)}`).toString(
    'base64url',
  );
}

/** The first section is cut at the cursor. Throws `INVALID_INPUT` for a cursor of another list. */
function sectionsAfter(sections: readonly Section[], cursor: string): Section[] {
  const [, name, id, value] =
    /^([a-z-]+)\.([0-9a-f]{24})\.(.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const index = sections.findIndex((section) => section.name === name);
  const section = sections[index];
  if (!section || id === undefined || value === undefined) throw invalidCursor();
  const range = { $and: [section.range, after(section, new ObjectId(id), value)] };
  return [{ ...section, range }, ...sections.slice(index + 1)];
}

function after({ by, direction }: Section, _id: ObjectId, text: string): Filter<UserDocument> {
  const [beyond, from] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte'];
  if (by === '_id') return { _id: { [beyond]: _id } };
  // A time before 1970 is negative.
  if (by === 'createdAt' && !/^-?\d{1,15}$/.test(text)) throw invalidCursor();
  const value = by === 'createdAt' ? new Date(Number(text)) : text;
  // `from` bounds the index. The id orders users with the same value.
  return {
    [by]: { [from]: value },
    $or: [{ [by]: { [beyond]: value } }, { _id: { [beyond]: _id } }],
  };
}

function valueOf({ by }: Section, { createdAt, nameKey }: Position): string {
  switch (by) {
    case 'createdAt':
      return String(createdAt.getTime());
    case 'nameKey':
      return nameKey;
    case '_id':
      return '';
  }
}
