import { z } from 'zod';
import { foyerEvent } from './events.ts';
import { timestamp } from './fields.ts';
import { exportedProofs, secondFactorExport } from './second-factor-export.ts';
import { ownData, suspension } from './users.ts';

/** Everything that is stored about a person, and nothing with which somebody could act as them. */

const accountType = z.enum(['oidc', 'oauth']);

const exportedProfile = z.strictObject({
  id: z.string().describe('The id of the user.'),
  name: z.string().nullable().describe('The name of the person.'),
  language: z.string().describe('The language of pages and mails.'),
  pictureFrom: z
    .strictObject({
      connection: z.string().describe('The connected account.'),
      address: z.string().describe('The address of the picture at the identity provider.'),
    })
    .nullable()
    .describe('The connected account whose picture is shown; `null` for an uploaded picture or none.'),
  externalId: z.string().nullable().describe('The id that a former system gave, or `null`.'),
  roles: z.array(z.string()).describe('The roles of the person.'),
  data: ownData.describe('The own fields of the application, as they are stored.'),
  suspension: suspension.nullable().describe('The suspension of the account, or `null`.'),
  lastSignInAt: timestamp.nullable().describe('When the person last signed in, as far as it is recorded.'),
  lastActiveAt: timestamp
    .nullable()
    .describe('When the person last used a session, within the hour, as far as it is recorded.'),
  vouchedAt: timestamp
    .nullable()
    .describe(
      'When an import or an application last set the account up, unless the person has confirmed it.',
    ),
  createdAt: timestamp.describe('When the account was created.'),
  updatedAt: timestamp.describe('When it last changed.'),
});

const exportedPicture = z.strictObject({
  source: z.string().describe('The connected account that the picture comes from, or `upload`.'),
  shown: z.boolean().describe('Whether it is the picture that is shown.'),
  type: z.literal('image/webp').describe('The media type.'),
  base64: z.string().describe('The picture itself.'),
  createdAt: timestamp.describe('When it was stored.'),
});

const exportedEmail = z.strictObject({
  address: z.string().nullable().describe('The email address.'),
  verifiedAt: timestamp.nullable().describe('When the person proved that it is theirs.'),
  wanted: z
    .strictObject({
      address: z.string().describe('The new address.'),
      wrongTries: z.int().describe('How many wrong codes were entered.'),
      expires: timestamp.describe('When the change expires.'),
    })
    .nullable()
    .describe('The new address of a change that is not confirmed yet.'),
  former: z
    .array(
      z.strictObject({
        address: z.string().describe('The former address.'),
        changedAt: timestamp.describe('When it was changed.'),
        expires: timestamp.describe('Until when it can be restored.'),
      }),
    )
    .describe('Former addresses, which can be restored until they expire.'),
});

const exportedPassword = z.strictObject({
  changedAt: timestamp.describe(
    'When the password was set or changed. The password itself is stored as a hash and is not exported.',
  ),
  breachedAt: timestamp
    .nullable()
    .describe('When a sign-in found it in a list of breached passwords; `null` otherwise.'),
});

const exportedPhone = z.strictObject({
  e164: z.string().describe('The number in E.164.'),
  verifiedAt: timestamp.describe('When it was verified.'),
});

const exportedSecurityReview = z.strictObject({
  since: timestamp.describe('What was added from then on is to be reviewed.'),
  toldAt: timestamp.nullable().describe('When a mail listed it; `null` before.'),
});

const exportedAccount = z.strictObject({
  provider: z.string().describe('The id of the identity provider.'),
  providerAccountId: z.string().describe('The account at the identity provider.'),
  type: accountType.describe('The protocol of the identity provider.'),
  label: z.string().nullable().describe('The address or name of the person there.'),
  image: z.string().nullable().describe('The address of their picture there.'),
  linkedAt: timestamp.describe('When the account was connected.'),
  lastUsedAt: timestamp.nullable().describe('When the person last signed in with it.'),
  holdsTokens: z
    .boolean()
    .describe('Whether tokens of the identity provider are stored. They are not exported.'),
  grantEndedAt: timestamp.nullable().describe('When the identity provider withdrew the grant.'),
  detailsUpdatedAt: timestamp.nullable().describe('When name and picture were last updated.'),
});

const exportedWaitingConnection = z.strictObject({
  provider: z.string().describe('The id of the identity provider.'),
  providerAccountId: z.string().describe('The account at the identity provider.'),
  type: accountType.describe('The protocol of the identity provider.'),
  name: z.string().nullable().describe('The name of the person there.'),
  label: z.string().nullable().describe('The address or name of the person there.'),
  image: z.string().nullable().describe('The address of their picture there.'),
  email: z.string().describe('The address that the identity provider names.'),
  expires: timestamp.describe('When it stops waiting.'),
});

const exportedClientGrant = z.strictObject({
  clientId: z.string().describe('The id of the app.'),
  scopes: z.array(z.string()).describe('What the app may know and do.'),
  resources: z.array(z.string()).describe('The services that its access tokens are for.'),
});

const exportedSession = z.strictObject({
  id: z.string().describe('The id of the session.'),
  current: z.boolean().describe('Whether it is the session that asked for this export.'),
  ip: z.string().nullable().describe('The IP address that signed in.'),
  userAgent: z.string().nullable().describe('What the browser called itself.'),
  createdAt: timestamp.describe('When the person signed in.'),
  lastSeenAt: timestamp.describe('When it was last used.'),
  authenticatedAt: timestamp.describe('When the person last verified who they are.'),
  proofs: exportedProofs,
  app: exportedClientGrant.nullable().describe('The app that has this session; `null` for a browser.'),
  expires: timestamp.describe('When it expires.'),
});

const exportedAuthorizedClient = exportedClientGrant.extend({
  ip: z.string().nullable().describe('The IP address of the browser.'),
  userAgent: z.string().nullable().describe('What the browser called itself.'),
  createdAt: timestamp.describe('When the person signed in to the app.'),
  proofs: exportedProofs,
  expires: timestamp.describe('When the sign-in of the app could be finished at the latest.'),
});

const exportedAccessToken = z.strictObject({
  id: z.string().describe('The id of the access token.'),
  name: z.string().describe('The name that its owner gave it.'),
  scopes: z.array(z.string()).describe('What the token may do.'),
  lastFour: z.string().describe('Its last four characters.'),
  living: z.boolean().describe('Whether it still gives access.'),
  createdAt: timestamp.describe('When it was created.'),
  authenticatedAt: timestamp.describe('When the person last verified who they are before they created it.'),
  proofs: exportedProofs,
  expires: timestamp.describe('When it expires.'),
  lastUsed: z
    .strictObject({
      at: timestamp.describe('When it was used.'),
      ip: z.string().nullable().describe('The IP address that used it.'),
      userAgent: z.string().nullable().describe('What the program called itself.'),
    })
    .nullable()
    .describe('Its last use.'),
});

const exportedProgram = z.strictObject({
  clientName: z.string().describe('The app name that the device sent. It is not verified.'),
  scopes: z.array(z.string()).describe('What its access token may do.'),
  ip: z.string().nullable().describe('The IP address of the device.'),
  userAgent: z.string().nullable().describe('Its `User-Agent` header.'),
  createdAt: timestamp.describe('When it asked.'),
  approvedAt: timestamp.describe('When the person approved it.'),
  proofs: exportedProofs,
  expires: timestamp.describe('When the approval expires.'),
});

const exportedOpenRequest = z.strictObject({
  kind: z.string().describe('What was asked for.'),
  phone: z.string().nullable().describe('The number that a code was sent to, if one was.'),
  signUpName: z.string().nullable().describe('The name given at a sign-up that is not confirmed yet.'),
  wrongTries: z.int().describe('How many wrong codes were entered.'),
  createdAt: timestamp.describe('When it was asked for.'),
  expires: timestamp.describe('When it expires.'),
});

const exportedActivity = z.strictObject({
  id: z.string().describe('The id of the event.'),
  kind: z.string().describe('What happened.'),
  method: z.string().nullable().describe('The sign-in method.'),
  label: z.string().nullable().describe('What it was about.'),
  count: z.int().describe('How often it happened within an hour, for failed tries.'),
  ip: z.string().nullable().describe('The IP address from which it was done.'),
  userAgent: z.string().nullable().describe('What the browser called itself.'),
  sessionId: z.string().nullable().describe('The id of the session in which it was done.'),
  at: timestamp.describe('When it happened.'),
});

const exportedCounter = z.strictObject({
  counter: z.string().describe('What is counted.'),
  count: z.int().describe('How often it happened.'),
  until: timestamp.nullable().describe('When the counter starts again.'),
});

const exportedJob = z.strictObject({
  kind: z.string().describe('What is still to be done.'),
  to: z.string().nullable().describe('The receiver, of a mail.'),
  subject: z.string().nullable().describe('The subject, of a mail.'),
  attempts: z.int().describe('How often it was tried.'),
  createdAt: timestamp.describe('When it was planned.'),
  nextTryAt: timestamp.nullable().describe('When it is tried next; `null` after it was given up.'),
});

export const dataExport = z.strictObject({
  format: z.literal('foyer-data-export').describe('The name of this format.'),
  version: z.literal(1).describe('The version of this format.'),
  site: z.string().describe('The address of this site: its origin and its base path.'),
  exportedAt: timestamp.describe('When it was exported.'),
  profile: exportedProfile.describe('The person.'),
  pictures: z.array(exportedPicture).describe('The pictures that are stored.'),
  email: exportedEmail.nullable().describe('The email address; `null` without one.'),
  password: exportedPassword.nullable().describe('The password; `null` without one.'),
  phone: exportedPhone.nullable().describe('The verified phone number; `null` without one.'),
  ...secondFactorExport,
  securityReview: exportedSecurityReview
    .nullable()
    .describe('What is to be reviewed after a reset of the password; `null` when there is nothing.'),
  connectedAccounts: z
    .array(exportedAccount)
    .describe('The accounts at identity providers that are connected.'),
  waitingConnections: z
    .array(exportedWaitingConnection)
    .describe('Provider accounts that wait to be connected.'),
  sessions: z.array(exportedSession).describe('The sessions.'),
  accessTokens: z.array(exportedAccessToken).describe('The access tokens.'),
  approvedPrograms: z
    .array(exportedProgram)
    .describe('Devices that were approved and have not fetched their access token yet.'),
  authorizedClients: z.array(exportedAuthorizedClient).describe('Sign-ins to apps within the last day.'),
  usedApps: z.array(z.string()).describe('The ids of the apps that the person has signed in to.'),
  openRequests: z.array(exportedOpenRequest).describe('Links and codes that were sent and not used yet.'),
  activity: z.array(exportedActivity).describe('What happened to the account.'),
  events: z.array(foyerEvent).describe('What applications were told in the last 30 days.'),
  waitingJobs: z.array(exportedJob).describe('What Foyer still has to do for the person.'),
  counters: z.array(exportedCounter).describe('Counters of rate limits.'),
});
export type DataExport = z.infer<typeof dataExport>;

export const deleteAccountInput = z.strictObject({
  confirm: z.string().max(100).describe('The words that the person has to type.'),
});

export const deleteAccountOutput = z.strictObject({
  deleted: z.literal(true).describe('Always `true`.'),
  confirmationTo: z
    .string()
    .nullable()
    .describe('The address that gets a confirmation; `null` where none was verified.'),
});
export type DeleteAccountOutput = z.infer<typeof deleteAccountOutput>;
