import { accountsOf, momentOf, requiredText, textOf, type Convert, type ImportedUser } from '../person.ts';

const TRUE = /^(?:true|yes|1)$/i;
const SUBJECT = 'account.';
const OWN_FIELD = 'data.';

/**
 * The columns are the fields of `users.import`: `externalId`, `email`, `emailVerified`, `name`, `locale`,
 * `phone`, `passwordHash`, `roles` (separated by spaces), `createdAt`, `account.google` for a subject,
 * `data.plan` for an own field.
 */
export const fromCsv: Convert = (record, options) => {
  const columnsOf = (prefix: string) =>
    Object.entries(record).flatMap(([column, value]) =>
      column.startsWith(prefix) ? [[column.slice(prefix.length), textOf(value) ?? ''] as const] : [],
    );
  const subjects = columnsOf(SUBJECT).map(([provider, subject]) => ({ provider, subject }));
  const data = Object.fromEntries(columnsOf(OWN_FIELD).map(([name, value]) => [name, valueOf(value)]));
  return {
    person: {
      externalId: requiredText(record, 'externalId'),
      email: textOf(record['email']),
      emailVerified: TRUE.test(textOf(record['emailVerified']) ?? ''),
      name: textOf(record['name']),
      locale: textOf(record['locale']) as ImportedUser['locale'] | undefined,
      phone: textOf(record['phone']),
      passwordHash: textOf(record['passwordHash']),
      accounts: accountsOf(subjects, options),
      roles: textOf(record['roles'])?.split(/\s+/),
      data: Object.keys(data).length === 0 ? undefined : data,
      createdAt: momentOf(record['createdAt']),
    },
  };
};

/** CSV does not quote numbers and booleans. */
function valueOf(text: string): unknown {
  if (text === 'true' || text === 'false') return text === 'true';
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d+)?$/.test(text) ? Number(text) : text;
}
