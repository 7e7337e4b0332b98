import type { Filter, ObjectId } from 'mongodb';
import { PENDING_LINK_MAX_AGE_MS } from '../../../shared/limits.ts';
import type { DataExport } from '../../../shared/schemas/data.ts';
import type { Collections, PendingLinkDocument } from '../../database/collections.ts';
import type { VerificationTokenDocument } from '../../database/verification-documents.ts';
import type { Dependencies } from '../../dependencies.ts';
import { removePictures } from '../pictures/pictures.ts';
import { enqueueGrantRevocation, removeOrphanedAccounts } from '../users/orphaned-accounts.ts';
import {
  identifiersOfAddress,
  identifiersOfNumber,
  identifiersOfUser,
} from '../rules/verification-identifiers.ts';
import { countersOf } from '../rules/counters.ts';

/** Whose data it is, and by what it is found. */
export interface Person {
  readonly userId: ObjectId;
  /** Theirs, proven. */
  readonly email: string | null;
  readonly e164: string | null;
  /** What names the address or the number and was written later is somebody's new beginning with them. */
  readonly until: Date;
}

type DataDependencies = Pick<Dependencies, 'collections' | 'now' | 'vault'>;

interface Holding {
  /** Where the export tells it; nowhere only if it holds nothing about a person. */
  readonly exportedAs: readonly (keyof DataExport)[];
  /** Removes what is this person's. Doing it again, or in the middle of somebody else doing it, is as good. */
  readonly remove: (deps: DataDependencies, person: Person) => Promise<void>;
}

const nothing = () => Promise.resolve();

/**
 * What each collection holds about a person: a new collection does not compile before it is decided here how its data leave with the
 * person, in the export and at the end. A test looks for whatever this forgets.
 */
export const PERSONAL_DATA: Readonly<Record<keyof Collections, Holding>> = {
  users: {
    exportedAs: [
      'profile',
      'email',
      'password',
      'phone',
      'securityReview',
      'connectedAccounts',
      'accessTokens',
    ],
    // The tombstone goes last, by itself.
    remove: nothing,
  },
  sessions: {
    exportedAs: ['sessions'],
    async remove({ collections }, { userId }) {
      await collections.sessions.deleteMany({ userId });
    },
  },
  accessTokens: {
    exportedAs: ['accessTokens'],
    async remove({ collections }, { userId }) {
      await collections.accessTokens.deleteMany({ userId });
    },
  },
  deviceAuthorizations: {
    exportedAs: ['approvedPrograms'],
    async remove({ collections }, { userId }) {
      await collections.deviceAuthorizations.deleteMany({ 'approval.userId': userId });
    },
  },
  accounts: {
    exportedAs: ['connectedAccounts'],
    // A tombstone holds none of them.
    remove: (deps, { userId }) => removeOrphanedAccounts(deps, userId),
  },
  verificationTokens: {
    exportedAs: ['openRequests'],
    async remove({ collections }, person) {
      const { verificationTokens } = collections;
      const { until } = person;
      const named = requestsNaming(person);
      await verificationTokens.updateMany(named, { $pull: { requests: { createdAt: { $lte: until } } } });
      await verificationTokens.deleteMany({
        $or: [
          identifiersOfUser(person.userId),
          { ...named, requests: { $size: 0 } },
          { ...named, requests: { $exists: false }, createdAt: { $lte: until } },
        ],
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
  activity: {
    exportedAs: ['activity'],
    async remove({ collections }, { userId }) {
      await collections.activity.deleteMany({ userId });
    },
  },
  rateLimits: {
    exportedAs: ['counters'],
    // How many messages went to an address or number stays counted, for a day at most: else deleting would be a way around it.
    async remove({ collections }, person) {
      await collections.rateLimits.deleteMany(countersOf(person));
    },
  },
  jobs: {
    exportedAs: ['waitingJobs'],
    // What was decided is still told and handed back. Each ends by itself, within two days at most.
    remove: nothing,
  },
  pictures: {
    exportedAs: ['pictures'],
    remove: (deps, { userId }) => removePictures(deps, userId),
  },
  identityProviders: { exportedAs: [], remove: nothing },
  providerIssuers: { exportedAs: [], remove: nothing },
  signingKeys: { exportedAs: [], remove: nothing },
  // While one runs, its progress may hold an id.
  migrations: { exportedAs: [], remove: nothing },
  // It holds the id of a row and nothing else of it.
  sweeps: { exportedAs: [], remove: nothing },
};

/** Links and codes that were sent to this person or made for them. */
export function openRequestsOf(person: Person): Filter<VerificationTokenDocument> {
  return { $or: [requestsNaming(person), identifiersOfUser(person.userId)] };
}

/** What names the address or number; the next one who has it may have written there too. */
function requestsNaming({ email, e164 }: Person): Filter<VerificationTokenDocument> {
  const ofAddress = email === null ? [] : identifiersOfAddress(email);
  const ofNumber = e164 === null ? [] : identifiersOfNumber(e164);
  return { identifier: { $in: [...ofAddress, ...ofNumber] } };
}

/** Provider sign-ins that wait for whoever has this person's address. */
export function waitingLinksOf({ email, until }: Person): Filter<PendingLinkDocument> {
  return {
    email: email ?? { $in: [] },
    expires: { $lte: new Date(until.getTime() + PENDING_LINK_MAX_AGE_MS) },
  };
}
