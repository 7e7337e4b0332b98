import type { OwnField } from '../configuration/configuration.ts';
import type { RequiredIndex } from './index-plan.ts';

export const USER_INDEXES: readonly RequiredIndex[] = [
  {
    // Decides which user has the id of a former system, in the write that imports it.
    name: 'external_id_unique_text',
    key: { externalId: 1 },
    options: { unique: true, partialFilterExpression: { externalId: { $gt: '' } } },
  },
  // For `domain/administration/user-list.ts`: by creation, by name, invited, by role, suspended.
  { name: 'created_at_id', key: { createdAt: -1, _id: -1 }, options: {} },
  { name: 'name_key_id', key: { nameKey: 1, _id: 1 }, options: {} },
  {
    name: 'invited_created_at_id',
    key: { createdAt: -1, _id: -1 },
    options: { partialFilterExpression: { email: { $gt: '' }, emailVerified: null } },
  },
  {
    name: 'roles_created_at_id_text',
    key: { roles: 1, createdAt: -1, _id: -1 },
    options: { partialFilterExpression: { roles: { $gt: '' } } },
  },
  {
    name: 'suspension_at_any_date',
    key: { 'suspension.at': -1, _id: -1 },
    options: { partialFilterExpression: { 'suspension.at': { $gt: new Date(0) } } },
  },
  {
    name: 'suspension_until_any_date',
    key: { 'suspension.until': 1 },
    options: { partialFilterExpression: { 'suspension.until': { $gt: new Date(0) } } },
  },
  {
    // Finds a picture that is not fetched yet, as `picture_text` of the accounts does.
    name: 'image_text',
    key: { 'image.id': 1 },
    options: { partialFilterExpression: { 'image.id': { $gt: '' } } },
  },
  {
    name: 'email_unique_text',
    key: { email: 1 },
    // `$gt: ''` matches any text. With `$type: 'string'` no look-up by an address would use the index.
    options: { unique: true, partialFilterExpression: { email: { $gt: '' } } },
  },
  {
    // Decides which user owns a provider account, in the write that links it.
    name: 'accounts_key_unique_text',
    key: { 'accounts.key': 1 },
    options: { unique: true, partialFilterExpression: { 'accounts.key': { $gt: '' } } },
  },
  {
    // Decides which user has a number, in the write that verifies it.
    name: 'phone_unique_text',
    key: { 'phone.e164': 1 },
    options: { unique: true, partialFilterExpression: { 'phone.e164': { $gt: '' } } },
  },
  {
    // Decides which user has a passkey, in the write that adds it.
    name: 'passkeys_id_unique_text',
    key: { 'passkeys.id': 1 },
    options: { unique: true, partialFilterExpression: { 'passkeys.id': { $gt: '' } } },
  },
  {
    // Finds authenticator secrets that a former `AUTH_SECRET` sealed.
    name: 'totp_secret_text',
    key: { 'totp.secret': 1 },
    options: { partialFilterExpression: { 'totp.secret': { $gt: '' } } },
  },
  {
    name: 'second_factor_removal_token_unique_text',
    key: { 'secondFactorRemoval.stopTokenHash': 1 },
    options: {
      unique: true,
      partialFilterExpression: { 'secondFactorRemoval.stopTokenHash': { $gt: '' } },
    },
  },
  {
    name: 'email_undo_token_unique_text',
    key: { 'emailUndos.tokenHash': 1 },
    options: { unique: true, partialFilterExpression: { 'emailUndos.tokenHash': { $gt: '' } } },
  },
  {
    name: 'email_undo_address_text',
    key: { 'emailUndos.email': 1 },
    options: { partialFilterExpression: { 'emailUndos.email': { $gt: '' } } },
  },
  {
    // Finds the few users with security events that a crash left.
    name: 'outbox_at_any_date',
    key: { 'outbox.at': 1 },
    options: { partialFilterExpression: { 'outbox.at': { $gt: new Date(0) } } },
  },
  {
    name: 'deleted_at_any_date',
    key: { deletedAt: 1 },
    options: { partialFilterExpression: { deletedAt: { $gt: new Date(0) } } },
  },
];

/** For the list of users with one value of an `indexed` own field. */
export function ownFieldIndexes(ownFields: readonly OwnField[]): readonly RequiredIndex[] {
  return ownFields
    .filter(({ options }) => options.indexed === true)
    .map(({ name }) => ({
      name: `data_${name}_created_at_id`,
      key: { [`data.${name}`]: 1, createdAt: -1, _id: -1 },
      options: {},
    }));
}
