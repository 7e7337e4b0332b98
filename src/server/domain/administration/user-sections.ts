import { ObjectId, type Filter } from 'mongodb';
import { makeIssue } from '../../../shared/issues.ts';
import type { ListUsersInput } from '../../../shared/schemas/users.ts';
import { AppError } from '../../app-error.ts';
import { searchKeyOf } from '../../database/search-key.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** MongoDB compares text by its UTF-8 bytes, which are in the order of the code points. This is the last one. */
const LAST_CHARACTER = '\u{10FFFF}';

/**
 * A part of the list of people: a range of one index, in the order of that index. A list is one section after another, so no page sorts anything, and
 * without filters a page reads only what it shows.
 */
export interface Section {
  readonly name: 'created' | 'named' | 'nameless' | 'address';
  readonly range: Filter<UserDocument>;
  readonly by: 'createdAt' | 'nameKey' | 'email' | '_id';
  readonly direction: 1 | -1;
}
type Position = Pick<UserDocument, '_id' | 'createdAt' | 'nameKey' | 'email'>;

/** The sections of the list, in their order. */
export function sectionsOf({ search = '', sort }: Pick<ListUsersInput, 'search' | 'sort'>): Section[] {
  const key = searchKeyOf(search);
  if (key !== '') {
    const name = startingWith(key);
    return [
      { name: 'named', range: { nameKey: name }, by: 'nameKey', direction: 1 },
      {
        name: 'address',
        range: { email: startingWith(search.toLowerCase()), nameKey: { $not: name } },
        by: 'email',
        direction: 1,
      },
    ];
  }
  if (sort === 'created') {
    return [{ name: 'created', range: { createdAt: { $exists: true } }, by: 'createdAt', direction: -1 }];
  }
  return [
    { name: 'named', range: { nameKey: { $gt: '' } }, by: 'nameKey', direction: 1 },
    { name: 'nameless', range: { nameKey: '' }, by: '_id', direction: 1 },
  ];
}

export function sortOf({ by, direction }: Section): Record<string, 1 | -1> {
  // Addresses are unique, and their index has nothing else.
  if (by === '_id' || by === 'email') return { [by]: direction };
  return { [by]: direction, _id: direction };
}

/** The text that finds the people after this one. */
export function cursorOf(section: Section, user: Position): string {
  return Buffer.from(`${section.name}.${user._id.toHexString()}.${valueOf(section, user)}`).toString(
    'base64url',
  );
}

/** The sections from that of the cursor on; the first one has only the people after the cursor. Throws `INVALID_INPUT` for a cursor of another list. */
export function sectionsAfter(sections: readonly Section[], cursor: string): Section[] {
  const [, name, id, value] =
    /^([a-z]+)\.([0-9a-f]{24})\.(.*)$/s.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  const index = sections.findIndex((section) => section.name === name);
  const section = sections[index];
  if (!section || id === undefined || value === undefined) throw invalidCursor();
  const range = { $and: [section.range, after(section, new ObjectId(id), value)] };
  return [{ ...section, range }, ...sections.slice(index + 1)];
}

function after({ by, direction }: Section, _id: ObjectId, text: string): Filter<UserDocument> {
  if (by === 'email') return { email: { $gt: text } };
  const [beyond, from] = direction === 1 ? ['$gt', '$gte'] : ['$lt', '$lte'];
  if (by === '_id') return { _id: { [beyond]: _id } };
  // A time before 1970 is negative.
  if (by === 'createdAt' && !/^-?\d{1,15}$/.test(text)) throw invalidCursor();
  const value = by === 'createdAt' ? new Date(Number(text)) : text;
  // `from` bounds the index; the id orders people with the same value.
  return {
    [by]: { [from]: value },
    $or: [{ [by]: { [beyond]: value } }, { _id: { [beyond]: _id } }],
  };
}

function valueOf({ by }: Section, { createdAt, nameKey, email = '' }: Position): string {
  switch (by) {
    case 'createdAt':
      return String(createdAt.getTime());
    case 'nameKey':
      return nameKey;
    case 'email':
      return email;
    case '_id':
      return '';
  }
}

function startingWith(text: string) {
  return { $gte: text, $lt: text + LAST_CHARACTER };
}

function invalidCursor(): AppError {
  return new AppError('INVALID_INPUT', { issues: [makeIssue('cursor', 'cursor-invalid')] });
}
