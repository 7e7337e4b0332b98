import { z } from 'zod';
import { REASON_MAX_LENGTH } from '../limits.ts';
import { LOCALES } from '../locale.ts';
import { ONE_LINE } from '../one-line.ts';
import { documentId, emailAddress, userName, timestamp } from './fields.ts';

const PEOPLE_PAGE_SIZE = 25;
const PEOPLE_PAGE_MAX_SIZE = 100;
const PEOPLE_READ_AT_ONCE = 100;

/** `invited`: their address is not verified yet. `suspended`: they cannot sign in. */
const PERSON_STATES = ['active', 'invited', 'suspended'] as const;
/** The methods whose people can be listed, because they have an index. */
const LISTED_METHODS = ['passkey', 'totp'] as const;
export type ListedMethod = (typeof LISTED_METHODS)[number];
export type UserState = (typeof PERSON_STATES)[number];

/** The person reads it. */
export const reason = z.string().trim().min(1).max(REASON_MAX_LENGTH).regex(ONE_LINE);

export const roleName = z
  .string()
  .max(64)
  .regex(/^[a-z][a-z0-9-]*$/);

/** As declared in `foyer.config.ts`. */
export const ownData = z.record(z.string().max(64), z.unknown());

/** The application or a former system gave it. */
export const externalId = z.string().min(1).max(200).regex(ONE_LINE);

export const suspension = z.strictObject({
  reason: z.string().describe('Why, in words that the person reads.'),
  at: timestamp.describe('Since when.'),
  until: timestamp.nullable().describe('When it ends by itself; `null`: when somebody ends it.'),
});

export const person = z.strictObject({
  id: z.string().describe('The id of the user.'),
  externalId: z.string().nullable().describe('The id that a former system gave, or `null`.'),
  name: z.string().nullable().describe('The name of the person.'),
  email: z.string().nullable().describe('The email address.'),
  emailVerified: z.boolean().describe('Whether the person has verified that it is theirs.'),
  phone: z.string().nullable().describe('The verified phone number (E.164), or `null`.'),
  image: z.string().nullable().describe('The path on this origin that serves the picture, or `null`.'),
  locale: z.enum(LOCALES).describe('The language of pages and mails.'),
  roles: z.array(z.string()).describe('The roles of the person.'),
  state: z
    .enum(PERSON_STATES)
    .describe('`active`; `invited`: the address is not verified yet; `suspended`: they cannot sign in.'),
  suspension: suspension.nullable().describe('The suspension, while there is one.'),
  data: ownData.describe('The own fields of the application that the caller may read.'),
  createdAt: timestamp.describe('When the account was created.'),
  lastSignInAt: timestamp
    .nullable()
    .describe('When the person last signed in; `null`: not since it is recorded.'),
});
export type User = z.infer<typeof person>;

export const listUsersInput = z
  .strictObject({
    search: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe(
        'The beginnings of words of the name or of the email address. Each word must be found; case and accents do not matter.',
      ),
    role: roleName.optional().describe('Only people with this role.'),
    state: z.enum(PERSON_STATES).optional().describe('Only people in this state.'),
    method: z
      .enum(LISTED_METHODS)
      .optional()
      .describe(
        'Only people with a passkey, or with an authenticator app, so that a sign-in asks for a second factor. For administrators only.',
      ),
    createdAfter: timestamp.optional().describe('Only people whose account was created then or later.'),
    createdBefore: timestamp.optional().describe('Only people whose account was created before.'),
    data: z
      .record(z.string().max(64), z.union([z.string().max(200), z.number(), z.boolean()]))
      .optional()
      .describe('Only people with these values in own fields that are declared `indexed`.'),
    sort: z
      .enum(['created', 'name'])
      .default('created')
      .describe(
        '`created`: the newest first. `name`: in the order of the names; people without a name come last. With `search` it is always `name`.',
      ),
    reversed: z
      .boolean()
      .optional()
      .describe(
        'Whether the order is the other way round: the oldest first, or the names from the end. People without a name still come last.',
      ),
    cursor: z.string().max(600).optional().describe('`nextCursor` of the page before.'),
    limit: z
      .int()
      .min(1)
      .max(PEOPLE_PAGE_MAX_SIZE)
      .default(PEOPLE_PAGE_SIZE)
      .describe('How many people the page has at most.'),
  })
  .prefault({});
export type ListUsersInput = z.infer<typeof listUsersInput>;

export const listUsersOutput = z.strictObject({
  people: z.array(person).describe('The people.'),
  nextCursor: z.string().nullable().describe('The `cursor` of the next page; `null` on the last one.'),
});
export type UsersPage = z.infer<typeof listUsersOutput>;

export const userIdInput = z.strictObject({ id: documentId.describe('The id of the user.') });

export const getManyUsersInput = z.strictObject({
  ids: z.array(documentId).min(1).max(PEOPLE_READ_AT_ONCE).describe('The ids of the users, 100 at most.'),
});
export const getManyUsersOutput = z.strictObject({
  people: z.array(person).describe('The people, in the order of the ids. Unknown ids are left out.'),
});

const editable = {
  name: userName.nullable().describe('The name; `null` for none.'),
  locale: z.enum(LOCALES).describe('The language of pages and mails.'),
};

export const createUserInput = z.strictObject({
  email: emailAddress.describe('The email address.'),
  emailVerified: z
    .boolean()
    .default(false)
    .describe(
      'Whether the caller has checked that the address is the person’s. Otherwise they get an invitation by mail, and opening it proves the address.',
    ),
  name: editable.name.optional(),
  locale: editable.locale.optional(),
  externalId: externalId.optional().describe('The id that the application gives. It is unique.'),
  roles: z.array(roleName).max(20).optional().describe('The roles. A service key needs `roles:write`.'),
  data: ownData.optional().describe('Values of own fields.'),
  reason: reason.optional().describe('Why; the audit log keeps it.'),
});
export type CreateUserInput = z.infer<typeof createUserInput>;

export const updateUserInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  name: editable.name.optional(),
  locale: editable.locale.optional(),
  email: emailAddress
    .optional()
    .describe('The new address. The former one gets a mail with a link that undoes the change.'),
  reason: reason.optional().describe('Why; the audit log keeps it.'),
});
export type UpdateUserInput = z.infer<typeof updateUserInput>;

export const setDataInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  data: ownData.describe('The fields to change. `null` removes a value. The others stay.'),
  reason: reason.optional().describe('Why; the audit log keeps it.'),
});

export const setRolesInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  roles: z.array(roleName).max(20).describe('All roles that the person then has.'),
  removeUnconfirmed: z
    .boolean()
    .optional()
    .describe(
      'With a grave role: removes the sign-in methods that the person has not confirmed. Only for administrators.',
    ),
  reason: reason.optional().describe('Why; the audit log keeps it.'),
});

export const suspendInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  reason: reason.describe('Why. The person reads it.'),
  until: timestamp
    .nullable()
    .default(null)
    .describe('When it ends by itself; `null`: when somebody ends it.'),
  endServiceKeys: z
    .boolean()
    .optional()
    .describe('Also revokes the service keys that this person made. Only for administrators.'),
});

export const resumeInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  reason: reason.optional().describe('Why; the audit log keeps it.'),
});

export const reasonedInput = z.strictObject({
  id: documentId.describe('The id of the user.'),
  reason: reason.describe('Why. The audit log keeps it, and the person reads it.'),
});

export const secondFactorRemovalOutput = z.strictObject({
  runsAt: timestamp.describe('When the second factors are removed, unless the person stops it.'),
});

export const deleteUserOutput = z.strictObject({ id: z.string().describe('The id of the deleted user.') });
