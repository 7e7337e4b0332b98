import { z } from 'zod';
import { timestamp } from './fields.ts';

/**
 * `data.export`: everything that is stored about a person, and nothing with which somebody could act as them. Each field is told in
 * docs/data-export.md, which a test holds against this.
 */

const accountType = z.enum(['oidc', 'oauth']);

const exportedProfile = z.strictObject({
  id: z.string(),
  name: z.string().nullable(),
  language: z.string(),
  /** The connection whose picture is shown, and its address there; `null` for one's own, or for none. */
  pictureFrom: z.strictObject({ connection: z.string(), address: z.string() }).nullable(),
  createdAt: timestamp,
  updatedAt: timestamp,
});

const exportedPicture = z.strictObject({
  source: z.string(),
  /** Whether it is the one that is shown. */
  shown: z.boolean(),
  type: z.literal('image/webp'),
  base64: z.string(),
  createdAt: timestamp,
});

const exportedEmail = z.strictObject({
  address: z.string().nullable(),
  verifiedAt: timestamp.nullable(),
  /** The address of a change that is not confirmed yet. */
  wanted: z.strictObject({ address: z.string(), wrongTries: z.int(), expires: timestamp }).nullable(),
  /** Addresses of before, which can be put back until they expire. */
  former: z.array(z.strictObject({ address: z.string(), changedAt: timestamp, expires: timestamp })),
});

const exportedPassword = z.strictObject({ changedAt: timestamp });

const exportedPhone = z.strictObject({ e164: z.string(), verifiedAt: timestamp });

/** What was added since is to be looked at, after a reset of the password; `toldAt`: when a mail listed it. */
const exportedSecurityReview = z.strictObject({ since: timestamp, toldAt: timestamp.nullable() });

const exportedAccount = z.strictObject({
  provider: z.string(),
  providerAccountId: z.string(),
  type: accountType,
  label: z.string().nullable(),
  /** The address of their picture at the provider. */
  image: z.string().nullable(),
  linkedAt: timestamp,
  lastUsedAt: timestamp.nullable(),
  /** Whether the provider let us keep tokens, which are not told. */
  holdsTokens: z.boolean(),
  grantEndedAt: timestamp.nullable(),
  detailsUpdatedAt: timestamp.nullable(),
});

const exportedWaitingConnection = z.strictObject({
  provider: z.string(),
  providerAccountId: z.string(),
  type: accountType,
  name: z.string().nullable(),
  label: z.string().nullable(),
  image: z.string().nullable(),
  email: z.string(),
  expires: timestamp,
});

const exportedSession = z.strictObject({
  id: z.string(),
  /** The one that asked for this export. */
  current: z.boolean(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: timestamp,
  lastSeenAt: timestamp,
  authenticatedAt: timestamp,
  expires: timestamp,
});

const exportedAccessToken = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.string()),
  lastFour: z.string(),
  /** Whether it still gives access. */
  living: z.boolean(),
  createdAt: timestamp,
  authenticatedAt: timestamp,
  expires: timestamp,
  lastUsed: z
    .strictObject({ at: timestamp, ip: z.string().nullable(), userAgent: z.string().nullable() })
    .nullable(),
});

const exportedProgram = z.strictObject({
  clientName: z.string(),
  scopes: z.array(z.string()),
  /** Of the program. */
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  createdAt: timestamp,
  approvedAt: timestamp,
  expires: timestamp,
});

const exportedOpenRequest = z.strictObject({
  kind: z.string(),
  /** The number that a code was sent to, if one was. */
  phone: z.string().nullable(),
  /** The name given at a sign-up that waits for its mail to be answered. */
  signUpName: z.string().nullable(),
  wrongTries: z.int(),
  createdAt: timestamp,
  expires: timestamp,
});

const exportedActivity = z.strictObject({
  id: z.string(),
  kind: z.string(),
  method: z.string().nullable(),
  label: z.string().nullable(),
  /** How often within an hour, of failed tries. */
  count: z.int(),
  ip: z.string().nullable(),
  userAgent: z.string().nullable(),
  at: timestamp,
});

const exportedCounter = z.strictObject({
  counter: z.string(),
  count: z.int(),
  until: timestamp.nullable(),
});

/** What is still to be done: a mail to send, a grant to hand back. */
const exportedJob = z.strictObject({
  kind: z.string(),
  /** Of a mail. */
  to: z.string().nullable(),
  subject: z.string().nullable(),
  attempts: z.int(),
  createdAt: timestamp,
  nextTryAt: timestamp,
});

export const dataExport = z.strictObject({
  format: z.literal('foyer-data-export'),
  version: z.literal(1),
  site: z.string(),
  exportedAt: timestamp,
  profile: exportedProfile,
  pictures: z.array(exportedPicture),
  email: exportedEmail.nullable(),
  password: exportedPassword.nullable(),
  phone: exportedPhone.nullable(),
  securityReview: exportedSecurityReview.nullable(),
  connectedAccounts: z.array(exportedAccount),
  waitingConnections: z.array(exportedWaitingConnection),
  sessions: z.array(exportedSession),
  accessTokens: z.array(exportedAccessToken),
  /** Let in, and not yet come for their token. */
  approvedPrograms: z.array(exportedProgram),
  openRequests: z.array(exportedOpenRequest),
  activity: z.array(exportedActivity),
  waitingJobs: z.array(exportedJob),
  counters: z.array(exportedCounter),
});
export type DataExport = z.infer<typeof dataExport>;

/** The words that are typed; longer is none of them. */
export const deleteAccountInput = z.strictObject({ confirm: z.string().max(100) });

export const deleteAccountOutput = z.strictObject({
  deleted: z.literal(true),
  /** Where the confirmation goes; `null` where no address was proven. */
  confirmationTo: z.string().nullable(),
});
export type DeleteAccountOutput = z.infer<typeof deleteAccountOutput>;
