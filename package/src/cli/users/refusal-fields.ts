import type { ImportRefusal } from '../../../../src/shared/schemas/users-import.ts';

/** The field of each refusal; `null` when several are possible. */
export const IMPORT_REFUSAL_FIELDS: Readonly<Record<ImportRefusal, string | null>> = {
  repeated: null,
  'email-taken': 'email',
  'email-reserved': 'email',
  'email-domain-refused': 'email',
  'phone-taken': 'phone',
  'phone-invalid': 'phone',
  'provider-unknown': 'accounts',
  'account-taken': 'accounts',
  'passkey-taken': 'passkeys',
  'passkey-other-host': 'passkeys',
  'passkey-handle-missing': 'passkeyHandle',
  'passkey-invalid': 'passkeys',
  'password-hash-unknown': 'passwordHash',
  'password-hash-too-expensive': 'passwordHash',
  'role-unknown': 'roles',
  'role-refused': 'roles',
  'data-invalid': 'data',
  taken: null,
};
