import type { Collection, Db, ObjectId } from 'mongodb';

/**
 * A connection to an identity provider as the user document holds it. This list decides who owns an account: one write on
 * one document links or unlinks, and the unique index on `accounts.key` decides between users.
 */
export interface LinkedAccount {
  /** `provider:providerAccountId`, the value behind the unique index. Provider ids hold no colon. */
  readonly key: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
}

export interface UserDocument {
  readonly _id: ObjectId;
  readonly name: string | null;
  /** Lower-cased. Unique where it is set. */
  readonly email?: string;
  /** When this person first proved to own `email`; an address without it gives no access and is not shown to other parts. */
  readonly emailVerified: Date | null;
  readonly image: string | null;
  readonly locale: 'en';
  readonly accounts: readonly LinkedAccount[];
  /** Sessions made before this are dead: ends all of them in the same write that decides why. */
  readonly sessionsValidFrom?: Date;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * What we know of a connection beside who owns it (which `UserDocument.accounts` decides): how the person is called there,
 * and the provider's tokens. A row without its counterpart in the user document gives no access to anything.
 */
export interface AccountDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  readonly label: string | null;
  readonly image: string | null;
  readonly updatedAt: Date;
}

export interface SessionDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's token, base64url; the token itself is stored nowhere. */
  readonly sessionToken: string;
  readonly userId: ObjectId;
  readonly expires: Date;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
}

/** One open request for a sign-in mail. A new request for the same address replaces it, so that older links are dead. */
export interface VerificationTokenDocument {
  readonly _id: ObjectId;
  /** The address, lower-cased. */
  readonly identifier: string;
  /** Hash of the link's token (Auth.js's own: SHA-256 of token and secret, hex). */
  readonly token: string;
  /** HMAC of address and code, keyed: six digits alone would be found from a plain hash in a moment. `null` once dead. */
  readonly codeHash: string | null;
  readonly codeAttempts: number;
  readonly expires: Date;
  readonly createdAt: Date;
}

/** A counter of `rate-limiter-flexible` (its own shape). */
export interface RateLimitDocument {
  readonly _id: ObjectId;
  readonly key: string;
  readonly points: number;
  readonly expire: Date | null;
}

export interface Collections {
  readonly users: Collection<UserDocument>;
  readonly accounts: Collection<AccountDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly verificationTokens: Collection<VerificationTokenDocument>;
  readonly rateLimits: Collection<RateLimitDocument>;
}

/** The names are those of `@auth/mongodb-adapter`. */
export function collectionsOf(db: Db): Collections {
  return {
    users: db.collection('users'),
    accounts: db.collection('accounts'),
    sessions: db.collection('sessions'),
    verificationTokens: db.collection('verification_tokens'),
    rateLimits: db.collection('rate_limits'),
  };
}
