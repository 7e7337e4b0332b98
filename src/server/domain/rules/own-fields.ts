import { isDeepStrictEqual } from 'node:util';
import type { Filter } from 'mongodb';
import type { FieldParty } from '../../../shared/configuration-types.ts';
import type { InputIssue } from '../../../shared/issues.ts';
import { AppError } from '../../app-error.ts';
import type { Configuration, OwnField } from '../../configuration/configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';

/** All own fields of a user together, as JSON. */
export const OWN_DATA_MAX_BYTES = 8 * 1024;

export type OwnData = Record<string, unknown>;

const NONE: OwnData = {};

export function readableData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  user: Pick<UserDocument, 'data'>,
  party: FieldParty,
): OwnData {
  return pick(ownFields, user, ({ options }) => options.read.includes(party));
}

export function sessionData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  user: Pick<UserDocument, 'data'>,
): OwnData {
  return pick(ownFields, user, ({ options }) => options.session === true);
}

export function tokenData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  user: Pick<UserDocument, 'data'>,
): OwnData {
  return pick(ownFields, user, ({ options }) => options.token === true);
}

function pick(
  ownFields: readonly OwnField[],
  { data }: Pick<UserDocument, 'data'>,
  isWanted: (field: OwnField) => boolean,
): OwnData {
  if (data === undefined || ownFields.length === 0) return NONE;
  const picked: OwnData = {};
  for (const field of ownFields) {
    const value = data[field.name];
    if (value !== undefined && isWanted(field)) picked[field.name] = value;
  }
  return picked;
}

interface OwnDataChange {
  readonly set: OwnData;
  readonly removed: readonly string[];
}

/** `null` removes a value; an omitted field stays. Throws `INVALID_INPUT`; issue paths begin with `data`. */
export function validateOwnData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  changes: Readonly<Record<string, unknown>>,
  party: FieldParty,
): OwnDataChange {
  const set: OwnData = {};
  const removed: string[] = [];
  const issues: InputIssue[] = [];
  for (const [name, value] of Object.entries(changes)) {
    const field = ownFields.find((each) => each.name === name);
    if (!field?.options.write.includes(party)) {
      const isReadable = field?.options.read.includes(party) ?? false;
      issues.push(issueOf([name], isReadable ? 'This field is read-only.' : 'There is no such field.'));
    } else if (value === null) {
      removed.push(name);
    } else {
      const parsed = field.schema.safeParse(value);
      if (parsed.success && parsed.data !== undefined) set[name] = parsed.data;
      else if (parsed.success) removed.push(name);
      else issues.push(...parsed.error.issues.map(({ path, message }) => issueOf([name, ...path], message)));
    }
  }
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues });
  return { set, removed };
}

/** Throws `INVALID_INPUT` when the values are too large together (`OWN_DATA_MAX_BYTES`). */
export function changeOwnData(
  { data }: Pick<UserDocument, 'data'>,
  { set, removed }: OwnDataChange,
): OwnData {
  const changed = { ...data, ...set };
  for (const name of removed) delete changed[name];
  if (Buffer.byteLength(JSON.stringify(changed)) > OWN_DATA_MAX_BYTES) {
    const message = `All fields together have at most ${OWN_DATA_MAX_BYTES} bytes.`;
    throw new AppError('INVALID_INPUT', { issues: [issueOf([], message)] });
  }
  return changed;
}

/**
 * The update names each field, so that parallel changes of other fields stay. Throws what `changeOwnData`
 * throws.
 */
export function ownDataUpdate(
  user: Pick<UserDocument, 'data'>,
  change: OwnDataChange,
): { readonly $set: Record<string, unknown>; readonly $unset: Record<string, ''> } {
  changeOwnData(user, change);
  const { set, removed } = change;
  return {
    $set: Object.fromEntries(Object.entries(set).map(([name, value]) => [`data.${name}`, value])),
    $unset: Object.fromEntries(removed.map((name) => [`data.${name}`, '' as const])),
  };
}

/** Matches while the fields that the change names are as they were read. */
export function sameOwnData(
  { data = {} }: Pick<UserDocument, 'data'>,
  { set, removed }: OwnDataChange,
): Filter<UserDocument> {
  return Object.fromEntries(
    [...Object.keys(set), ...removed].map((name) => [
      `data.${name}`,
      name in data ? { $eq: data[name] } : { $exists: false },
    ]),
  );
}

/** The changed fields, as events name them: `data.plan`. */
export function changedOwnFields(
  { data = {} }: Pick<UserDocument, 'data'>,
  { set, removed }: OwnDataChange,
): string[] {
  const names = [
    ...Object.keys(set).filter((name) => !isDeepStrictEqual(data[name], set[name])),
    ...removed.filter((name) => name in data),
  ];
  return names.map((name) => `data.${name}`);
}

/** The key is `other`, because the application chooses its own sentences. */
function issueOf(path: readonly PropertyKey[], message: string): InputIssue {
  const parts = path.map((part) => (typeof part === 'symbol' ? String(part) : part));
  return { path: ['data', ...parts], key: 'other', message };
}
