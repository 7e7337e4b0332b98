import type { FieldParty } from '../../../shared/foyer-config.ts';
import type { Configuration, OwnField } from '../../configuration/configuration.ts';
import type { UserDocument } from '../../database/user-documents.ts';

export type OwnData = Record<string, unknown>;

const NONE: OwnData = {};

/** The stored values of the declared fields that this party may read. */
export function readableData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  user: Pick<UserDocument, 'data'>,
  party: FieldParty,
): OwnData {
  return pick(ownFields, user, ({ options }) => options.read.includes(party));
}

/** The part of the session. */
export function sessionData(
  { ownFields }: Pick<Configuration, 'ownFields'>,
  user: Pick<UserDocument, 'data'>,
): OwnData {
  return pick(ownFields, user, ({ options }) => options.session === true);
}

/** The part of a session token. */
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
