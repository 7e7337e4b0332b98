import type { Filter } from 'mongodb';
import type { ImportRefusal } from '../../../../shared/schemas/users-import.ts';
import type { UserDocument } from '../../../database/user-documents.ts';
import type { Dependencies } from '../../../dependencies.ts';
import { findDeletedExternalIds } from '../../privacy/deleted-external-ids.ts';
import { findReservedEmails } from '../../users/reserved-emails.ts';

interface UniqueValue {
  readonly field: string;
  readonly refusal: ImportRefusal;
  readonly valuesOf: (user: UserDocument) => readonly string[];
}

/** Unique values beside the external id, in the order of the reasons in the report. */
const UNIQUE_VALUES: readonly UniqueValue[] = [
  {
    field: 'email',
    refusal: 'email-taken',
    valuesOf: ({ email }) => (email === undefined ? [] : [email]),
  },
  {
    field: 'phone.e164',
    refusal: 'phone-taken',
    valuesOf: ({ phone }) => (phone === undefined ? [] : [phone.e164]),
  },
  {
    field: 'accounts.key',
    refusal: 'account-taken',
    valuesOf: ({ accounts }) => accounts.map(({ key }) => key),
  },
  {
    field: 'passkeys.id',
    refusal: 'passkey-taken',
    valuesOf: ({ passkeys = [] }) => passkeys.map(({ id }) => id),
  },
];

/** The external ids that were imported before, also those of deleted users. */
export async function findImported(
  deps: Pick<Dependencies, 'collections' | 'settings' | 'formerKeys'>,
  externalIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (externalIds.length === 0) return new Set();
  const found = await deps.collections.users
    .find({ externalId: { $in: [...externalIds] } }, { projection: { externalId: 1 } })
    .toArray();
  // After the users, because a deletion keeps the hash before it removes the external id.
  const deleted = await findDeletedExternalIds(deps, externalIds);
  return new Set([...found.map(({ externalId = '' }) => externalId), ...deleted]);
}

/** Why stored users forbid the insert of these. Users without a reason are not in the answer. */
export async function findTaken(
  deps: Pick<Dependencies, 'collections' | 'now'>,
  users: readonly UserDocument[],
): Promise<ReadonlyMap<UserDocument, ImportRefusal>> {
  const taken = new Map<UserDocument, ImportRefusal>();
  const refuse = (user: UserDocument, refusal: ImportRefusal) => {
    if (!taken.has(user)) taken.set(user, refusal);
  };
  for (const { field, refusal, valuesOf } of UNIQUE_VALUES) {
    const wanted = users.flatMap(valuesOf);
    if (wanted.length === 0) continue;
    const filter: Filter<UserDocument> = { [field]: { $in: wanted } };
    const holders = await deps.collections.users
      .find<UserDocument>(filter, { projection: { email: 1, phone: 1, 'accounts.key': 1, 'passkeys.id': 1 } })
      .toArray();
    const held = new Set(
      holders.flatMap((holder) => valuesOf({ ...holder, accounts: holder.accounts ?? [] })),
    );
    for (const user of users) if (valuesOf(user).some((value) => held.has(value))) refuse(user, refusal);
  }
  const reserved = await findReservedEmails(
    deps,
    users.flatMap(({ email }) => (email === undefined ? [] : [email])),
  );
  for (const user of users)
    if (user.email !== undefined && reserved.has(user.email)) refuse(user, 'email-reserved');
  return taken;
}

export function findRepeated(users: readonly UserDocument[]): ReadonlySet<UserDocument> {
  const seen = new Set<string>();
  const repeated = new Set<UserDocument>();
  for (const user of users) {
    const values = [
      `externalId ${user.externalId}`,
      ...UNIQUE_VALUES.flatMap(({ field, valuesOf }) => valuesOf(user).map((value) => `${field} ${value}`)),
    ];
    if (new Set(values).size < values.length || values.some((value) => seen.has(value))) repeated.add(user);
    else for (const value of values) seen.add(value);
  }
  return repeated;
}
