import type { Collection, Filter, ObjectId } from 'mongodb';
import { PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { DataExport } from '../../../shared/schemas/data.ts';
import type { Collections, PendingLinkDocument } from '../../database/collections.ts';
import type { VerificationTokenDocument } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { removePictures } from '../pictures/pictures.ts';
import { enqueueGrantRevocation, removeAccountsOfDeleted } from '../users/orphaned-accounts.ts';
import {
  identifiersOfAddress,
  identifiersOfNumber,
  identifiersOfUser,
} from '../rules/verification-identifiers.ts';
import { countersOf } from '../rules/counters.ts';

export interface DataSubject {
  readonly userId: ObjectId;
  /** The verified address; `null` without one. */
  readonly email: string | null;
  readonly e164: string | null;
  /** Rows with the address or phone number that were written later belong to their next owner. */
  readonly until: Date;
}

type DataDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

interface CollectionRule {
  /** The parts of the export with these data. Empty only for a collection without personal data. */
  readonly exportedAs: readonly (keyof DataExport)[];
  /** May run twice, and at the same time as another run. */
  readonly remove: (deps: DataDependencies, person: DataSubject) => Promise<void>;
}

const removeNothing = () => Promise.resolve();

function rowsOfUser(
  name: 'sessions' | 'accessTokens' | 'authorizationCodes' | 'ceremonies' | 'activity',
  exportedAs: keyof DataExport,
): CollectionRule {
  return {
    exportedAs: [exportedAs],
    async remove({ collections }, { userId }) {
      const rows = collections[name] as unknown as Collection<{ userId: ObjectId }>;
      await rows.deleteMany({ userId });
    },
  };
}

/** How personal data are exported and removed. A test finds data that these rules miss. */
export const PERSONAL_DATA: Readonly<Record<keyof Collections, CollectionRule>> = {
  users: {
    exportedAs: [
      'profile',
      'email',
      'password',
      'phone',
      'passkeys',
      'passkeyHandle',
      'authenticatorApps',
      'recoveryCodes',
      'trustedBrowsers',
      'secondFactorRemoval',
      'securityReview',
      'connectedAccounts',
      'accessTokens',
      'usedApps',
    ],
    // `finishDeletions` removes the tombstone last.
    remove: removeNothing,
  },
  sessions: rowsOfUser('sessions', 'sessions'),
  accessTokens: rowsOfUser('accessTokens', 'accessTokens'),
  deviceAuthorizations: {
    exportedAs: ['approvedPrograms'],
    async remove({ collections }, { userId }) {
      await collections.deviceAuthorizations.deleteMany({ 'approval.userId': userId });
    },
  },
  authorizationCodes: rowsOfUser('authorizationCodes', 'authorizedClients'),
  // Hashes of client and assertion.
  clientAssertions: { exportedAs: [], remove: removeNothing },
  accounts: {
    exportedAs: ['connectedAccounts'],
    remove: (deps, { userId }) => removeAccountsOfDeleted(deps, userId),
  },
  verificationTokens: {
    exportedAs: ['openRequests'],
    async remove({ collections }, person) {
      const { verificationTokens } = collections;
      const { until } = person;
      const requests = requestsNaming(person);
      await verificationTokens.updateMany(requests, { $pull: { requests: { createdAt: { $lte: until } } } });
      await verificationTokens.deleteMany({
        $or: [identifiersOfUser(person.userId), { ...requests, requests: { $size: 0 } }],
      });
    },
  },
  pendingLinks: {
    exportedAs: ['waitingConnections'],
    async remove(deps, person) {
      const { pendingLinks } = deps.collections;
      for (const waiting of await pendingLinks.find(waitingLinksOf(person)).toArray()) {
        await enqueueGrantRevocation(deps, waiting, waiting.tokens);
        await pendingLinks.deleteOne({ _id: waiting._id });
      }
    },
  },
  pendingSignIns: {
    exportedAs: ['pendingSignIns'],
    async remove({ collections }, { userId }) {
      await collections.pendingSignIns.deleteMany({ userId });
      // These jobs look at the removed rows only.
      await collections.jobs.deleteMany({ userId, kind: 'unfinished-sign-in' });
    },
  },
  ceremonies: rowsOfUser('ceremonies', 'passkeyChallenges'),
  activity: rowsOfUser('activity', 'activity'),
  rateLimits: {
    exportedAs: ['counters'],
    // Counts of messages to an address or number stay for a day, so that a deletion does not reset the limit.
    async remove({ collections }, person) {
      await collections.rateLimits.deleteMany(countersOf(person));
    },
  },
  jobs: {
    exportedAs: ['waitingJobs'],
    // Mails are still sent and tokens revoked. Within two days these jobs are done, or given up and deleted.
    async remove({ collections }, { userId }) {
      await collections.jobs.deleteMany({
        userId,
        $or: [{ kind: 'unfinished-sign-in' }, { failedAt: { $exists: true } }],
      });
    },
  },
  pictures: {
    exportedAs: ['pictures'],
    remove: (deps, { userId }) => removePictures(deps, userId),
  },
  identityProviders: { exportedAs: [], remove: removeNothing },
  providerIssuers: { exportedAs: [], remove: removeNothing },
  signingKeys: { exportedAs: [], remove: removeNothing },
  formerSecrets: { exportedAs: [], remove: removeNothing },
  // The progress of a running migration may contain an id.
  migrations: { exportedAs: [], remove: removeNothing },
  serviceKeys: { exportedAs: [], remove: removeNothing },
  // Who did what, when and why stays, also after a deletion. The changed values are removed.
  audit: {
    exportedAs: [],
    async remove({ collections }, { userId }) {
      await collections.audit.updateMany({ 'subject.id': userId }, { $set: { before: null, after: null } });
    },
  },
  // `deleteAccount` takes the user out before.
  administrators: { exportedAs: [], remove: removeNothing },
  dailyCounts: { exportedAs: [], remove: removeNothing },
  // The deletion writes a hash, so that an import does not create the user again.
  deletedExternalIds: { exportedAs: [], remove: removeNothing },
  // An event has only ids. Applications need it for 30 days to remove their own copy of the user.
  events: { exportedAs: ['events'], remove: removeNothing },
  // A delivery contains an event. The answer of the endpoint may name the user.
  deliveries: {
    exportedAs: ['events'],
    async remove({ collections }, { userId }) {
      await collections.deliveries.updateMany(
        { subject: userId, 'attempts.0': { $exists: true } },
        { $set: { 'attempts.$[].responseBody': '', 'attempts.$[].responseHeaders': {} } },
      );
    },
  },
  eventPartitions: { exportedAs: [], remove: removeNothing },
  webhookEndpoints: { exportedAs: [], remove: removeNothing },
  // A sweep stores only the id of a row.
  sweeps: { exportedAs: [], remove: removeNothing },
  maintenance: { exportedAs: [], remove: removeNothing },
};

export function openRequestsOf(person: DataSubject): Filter<VerificationTokenDocument> {
  return {
    'requests.0': { $exists: true },
    $or: [requestsNaming(person), identifiersOfUser(person.userId)],
  };
}

/** Includes requests of the next owner of the address or number. */
function requestsNaming({ email, e164 }: DataSubject): Filter<VerificationTokenDocument> {
  const ofAddress = email === null ? [] : identifiersOfAddress(email);
  const ofNumber = e164 === null ? [] : identifiersOfNumber(e164);
  return { identifier: { $in: [...ofAddress, ...ofNumber] } };
}

export function waitingLinksOf({ email, until }: DataSubject): Filter<PendingLinkDocument> {
  return {
    email: email ?? { $in: [] },
    expires: { $lte: new Date(until.getTime() + PENDING_LINK_MAX_AGE_MS) },
  };
}
