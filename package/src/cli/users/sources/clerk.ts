import { joinedName, momentOf, requiredText, textOf, type Convert } from '../person.ts';

/** Clerk's CSV export. It has no subjects of identity providers. */
export const fromClerk: Convert = (record) => {
  const email = textOf(record['primary_email_address']);
  const phone = textOf(record['primary_phone_number']);
  const digest = textOf(record['password_digest']);
  const totp = textOf(record['totp_secret']);
  return {
    person: {
      externalId: requiredText(record, 'id'),
      email,
      // An unverified primary address is also in this column.
      emailVerified: email !== undefined && !listOf(record['unverified_email_addresses']).includes(email),
      name: joinedName(record['first_name'], record['last_name']) ?? textOf(record['username']),
      phone:
        phone !== undefined && listOf(record['unverified_phone_numbers']).includes(phone) ? undefined : phone,
      passwordHash: digest,
      totp: totp === undefined ? undefined : [{ secret: totp.toUpperCase() }],
      createdAt: momentOf(record['created_at']),
    },
  };
};

function listOf(value: unknown): readonly string[] {
  return textOf(value)?.split(/[\s,|]+/) ?? [];
}
