import type { OwnField } from '../configuration/configuration.ts';
import { ANY_DATE, ANY_TEXT, lookUp, unique, type RequiredIndex } from './index-plan.ts';

/** The required indexes of the users. */
export const USER_INDEXES: readonly RequiredIndex[] = [
  // Decides which user has the id of a former system, in the write that imports it.
  unique('external_id_unique_text', { externalId: 1 }, { externalId: ANY_TEXT }),
  // `domain/administration/user-list.ts`: by creation, by name, by search, invited ones, by role, those with a
  // passkey or an authenticator app, and suspended ones.
  lookUp('created_at_id', { createdAt: -1, _id: -1 }),
  lookUp('name_key_id', { nameKey: 1, _id: 1 }),
  lookUp('name_prefixes_name_key_id', { namePrefixes: 1, nameKey: 1, _id: 1 }),
  lookUp('email_prefixes_name_key_id', { emailPrefixes: 1, nameKey: 1, _id: 1 }),
  lookUp('invited_created_at_id', { createdAt: -1, _id: -1 }, { email: ANY_TEXT, emailVerified: null }),
  lookUp('roles_created_at_id_text', { roles: 1, createdAt: -1, _id: -1 }, { roles: ANY_TEXT }),
  lookUp('passkey_created_at_id_text', { createdAt: -1, _id: -1 }, { 'passkeys.id': ANY_TEXT }),
  lookUp('totp_created_at_id_text', { createdAt: -1, _id: -1 }, { 'totp.secret': ANY_TEXT }),
  lookUp('suspension_at_any_date', { 'suspension.at': -1, _id: -1 }, { 'suspension.at': ANY_DATE }),
  // Finds the suspensions whose time is over.
  lookUp('suspension_until_any_date', { 'suspension.until': 1 }, { 'suspension.until': ANY_DATE }),
  // Finds a picture that is not fetched yet, as `picture_text` of the accounts below.
  lookUp('image_text', { 'image.id': 1 }, { 'image.id': ANY_TEXT }),
  unique('email_unique_text', { email: 1 }, { email: ANY_TEXT }),
  // Decides which user owns a provider account, in the write that links it.
  unique('accounts_key_unique_text', { 'accounts.key': 1 }, { 'accounts.key': ANY_TEXT }),
  // Decides which user has a number, in the write that verifies it.
  unique('phone_unique_text', { 'phone.e164': 1 }, { 'phone.e164': ANY_TEXT }),
  // Decides which user has a passkey, in the write that adds it.
  unique('passkeys_id_unique_text', { 'passkeys.id': 1 }, { 'passkeys.id': ANY_TEXT }),
  // Finds the secrets of authenticator apps that a former `AUTH_SECRET` sealed.
  lookUp('totp_secret_text', { 'totp.secret': 1 }, { 'totp.secret': ANY_TEXT }),
  // Finds the removal that a link stops.
  unique(
    'second_factor_removal_token_unique_text',
    { 'secondFactorRemoval.stopTokenHash': 1 },
    { 'secondFactorRemoval.stopTokenHash': ANY_TEXT },
  ),
  // Finds the change of address that a link undoes.
  unique('email_undo_token_unique_text', { 'emailUndos.tokenHash': 1 }, { 'emailUndos.tokenHash': ANY_TEXT }),
  // Finds reserved addresses.
  lookUp('email_undo_address_text', { 'emailUndos.email': 1 }, { 'emailUndos.email': ANY_TEXT }),
  // Finds the few users with security events that a crash left.
  lookUp('outbox_at_any_date', { 'outbox.at': 1 }, { 'outbox.at': ANY_DATE }),
  // Finds deleted users, which are few.
  lookUp('deleted_at_any_date', { deletedAt: 1 }, { deletedAt: ANY_DATE }),
];

/** The indexes of the own fields that are declared `indexed`, for the list of people with one value. */
export function ownFieldIndexes(ownFields: readonly OwnField[]): readonly RequiredIndex[] {
  return ownFields
    .filter(({ options }) => options.indexed === true)
    .map(({ name }) => ({
      name: `data_${name}_created_at_id`,
      key: { [`data.${name}`]: 1, createdAt: -1, _id: -1 },
      options: {},
    }));
}
