import type { Binary, Collection, Db, ObjectId } from 'mongodb';
import type { Scope } from '../../shared/scopes.ts';
import type { Locale } from '../../shared/locale.ts';
import type { ActivityDocument, SecurityEvent } from './activity-documents.ts';
import type { VerificationTokenDocument } from './verification-documents.ts';
import type { SecurityReview } from './security-review-documents.ts';
import type {
  IdentityProviderDocument,
  ProviderIssuerDocument,
  MigrationDocument,
  RateLimitDocument,
  SigningKeyDocument,
  SweepDocument,
} from './service-documents.ts';

/**
 * A connection to an identity provider, as stored in the user document. This list decides who owns a provider
 * account: one write on the user document links or unlinks it, and the unique index on `accounts.key` decides
 * between users.
 */
export interface LinkedAccount {
  /** `provider:providerAccountId`, the value of the unique index. Provider ids contain no colon. */
  readonly key: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  /**
   * The issuer of the subject (`issuerOf`). Connections of earlier versions have no such field until their
   * next use.
   */
  readonly issuer?: string | null;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that connected it; missing when a sign-in or sign-up did. */
  readonly addedBy?: ObjectId;
}

export interface StoredPassword {
  /** A PHC string: argon2id with its parameters and salt. */
  readonly hash: string;
  readonly changedAt: Date;
  /** The session that set it; missing after a sign-up or a reset link. */
  readonly addedBy?: ObjectId;
}

export interface StoredPhone {
  /** Unique among users. */
  readonly e164: string;
  /**
   * When this user proved that they receive messages there. If two users did, the later one has the number.
   */
  readonly verifiedAt: Date;
  /** The session that verified it. Rows of earlier versions have no such field. */
  readonly addedBy?: ObjectId;
}

/** An access token, as listed in the user document. */
export interface HeldAccessToken {
  readonly id: ObjectId;
  readonly expires: Date;
  /** The session that created it or approved its device. Entries of earlier versions have no such field. */
  readonly addedBy?: ObjectId;
}

/** A session, as listed in the user document. */
export interface LiveSession {
  /** The id of the `SessionDocument`. */
  readonly id: ObjectId;
  /**
   * Set when the session was made with a sign-in method that a security review lists. Such a session may not
   * finish the review.
   */
  readonly byAddition?: true;
}

/** A new email address that the user has not proven yet (`domain/email/email-change.ts`). */
export interface PendingEmail {
  /** Lower-cased. */
  readonly email: string;
  /**
   * SHA-256 of the link's token, base64url. Nobody gets that token when the address belongs to another user.
   */
  readonly tokenHash: string;
  /** HMAC, as for every code. */
  readonly codeHash: string;
  readonly codeAttempts: number;
  /**
   * The session that requested it; the request ends with that session. Requests of earlier versions have no
   * such field.
   */
  readonly askedBy?: ObjectId;
  readonly expires: Date;
}

/** The user's former address. Until `expires` a link in its mail restores it. */
export interface EmailUndo {
  readonly email: string;
  /** SHA-256 of the link's token, base64url. */
  readonly tokenHash: string;
  readonly changedAt: Date;
  /**
   * The session that changed the address. An undo also removes what that session had added before. Entries of
   * earlier versions have no such field.
   */
  readonly changedBy?: ObjectId;
  readonly expires: Date;
}

/** The picture of a user. */
export interface ShownPicture {
  /** The id of the `PictureDocument`. A provider's picture may not be fetched yet. */
  readonly id: string;
  /**
   * The connection that provides it (`LinkedAccount.key`) and the picture's address there, which is never
   * sent to clients; `null` for an upload.
   */
  readonly from: { readonly key: string; readonly address: string } | null;
}

export interface UserDocument {
  readonly _id: ObjectId;
  readonly name: string | null;
  /** Lower-cased. Unique among users. */
  readonly email?: string;
  /**
   * When this user first proved to own `email`. An address without it gives no access and is not shown to
   * other users.
   */
  readonly emailVerified: Date | null;
  readonly pendingEmail?: PendingEmail;
  /**
   * Oldest first; some may have expired. An address that has not expired here is reserved: no other user can
   * take it.
   */
  readonly emailUndos?: readonly EmailUndo[];
  /** `null`: the user wants none. Missing: never chosen; the first picture of a connection is used. */
  readonly image?: ShownPicture | null;
  readonly locale: Locale;
  readonly accounts: readonly LinkedAccount[];
  /** Used together with the proven `email`. */
  readonly password?: StoredPassword;
  /** Only a verified phone number is stored here. */
  readonly phone?: StoredPhone;
  /** Missing when no review is due, as on users of earlier versions. */
  readonly securityReview?: SecurityReview;
  /**
   * The live sessions, oldest first, at most `SESSIONS_PER_USER`. A session that is not listed here gives no
   * access, even when its row is stored (`domain/rules/session-liveness.ts`). Users of earlier versions have
   * no such field.
   */
  readonly sessions?: readonly LiveSession[];
  /**
   * When all sessions were last ended. Browsers that signed in before are no longer known to this account.
   */
  readonly sessionsValidFrom?: Date;
  /** The same for all sessions except one; `session.revokeOthers` writes it. */
  readonly otherSessionsEnded?: { readonly at: Date; readonly except: ObjectId };
  /**
   * The valid access tokens. A token that is not listed here gives no access, even when its row is stored. A
   * write that ends all of them sets an empty list.
   */
  readonly accessTokens?: readonly HeldAccessToken[];
  /**
   * Security events whose activity row and mails are not written yet (`domain/activity/security-events.ts`);
   * nearly always empty.
   */
  readonly announcements?: readonly SecurityEvent[];
  /**
   * Set on a deleted user. The document has no personal data and gives no access; queries by id filter for
   * active users (`activeUser`). It is removed when no request from before the deletion can still write
   * (`account-deletion.ts`).
   */
  readonly deletedAt?: Date;
  /** On a deleted user, until all other rows are removed: the values that the removal needs. */
  readonly deletion?: { readonly email?: string; readonly e164?: string };
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/**
 * Details of a connection: the user's name at the provider, and the provider's tokens.
 * `UserDocument.accounts` decides who owns it. A row without an entry there is an orphaned row and gives no
 * access.
 */
export interface AccountDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  readonly label: string | null;
  /** The address of the user's picture at the provider. It is never sent to clients. */
  readonly image: string | null;
  /**
   * The id under which Foyer serves it (`provider-pictures.ts`). Rows of earlier versions have no such field.
   */
  readonly pictureId?: string | null;
  /** Encrypted (`provider-tokens.ts`); `null` when the provider returned none. */
  readonly tokens: string | null;
  /** When the provider reported that the grant has ended. The user may reconnect. */
  readonly grantEndedAt: Date | null;
  /** Until this time one process refreshes the tokens, and others wait for it. */
  readonly refreshingUntil: Date | null;
  readonly updatedAt: Date;
}

export interface SessionDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's token, base64url. The token itself is not stored. */
  readonly sessionToken: string;
  readonly userId: ObjectId;
  readonly expires: Date;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
  readonly authenticatedAt: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Set when `UserDocument.sessions` decides about it. Rows of earlier versions have no such field. */
  readonly listed?: true;
}

/**
 * Details of an access token; `UserDocument.accessTokens` decides whether it is valid. The row stays for a
 * while after the expiry, so that its owner sees why a script stopped working.
 */
export interface AccessTokenDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  /** SHA-256 of the whole token, base64url. The token itself is not stored. */
  readonly tokenHash: string;
  /** The last characters of its checksum, so that users can tell their tokens apart. */
  readonly lastFour: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** When its owner last authenticated before creating it. */
  readonly authenticatedAt: Date;
  readonly expires: Date;
  /** Written every few minutes at most. */
  readonly lastUsed: {
    readonly at: Date;
    readonly ip: string | null;
    readonly userAgent: string | null;
  } | null;
}

/**
 * A program that waits for approval in a browser (RFC 8628). The row is deleted after its token was sent, or
 * when it was denied or has expired.
 */
export interface DeviceAuthorizationDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the device code, base64url. */
  readonly deviceCodeHash: string;
  /** HMAC, as for every code that users type. */
  readonly userCodeHash: string;
  /** The name that the program sent. It proves nothing. */
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly status: 'pending' | 'approved' | 'denied';
  /** The user and session that approved it. The token is created only while that session is live. */
  readonly approval: {
    readonly userId: ObjectId;
    readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt'>;
    readonly at: Date;
  } | null;
  /** Seconds between two polls; grows when the program polls too fast. */
  readonly interval: number;
  readonly lastPolledAt: Date | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

/**
 * A provider sign-in that is not finished: its email address belongs to another user, or is not proven. It
 * belongs to the browser that started it (a cookie has the secret) and waits until the user has
 * authenticated.
 */
export interface PendingLinkDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's secret, base64url. */
  readonly secretHash: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  /**
   * The issuer of the subject. Rows of earlier versions have no such field; they expire within half an hour.
   */
  readonly issuer?: string | null;
  readonly name: string | null;
  readonly label: string | null;
  /** The user name or name at the provider, never an address. Rows of earlier versions have no such field. */
  readonly shownName?: string | null;
  readonly image: string | null;
  readonly tokens: string | null;
  /** The email address from the provider, lower-cased. */
  readonly email: string;
  /** Whether a provider that is trusted with addresses reports it as verified. */
  readonly emailProven: boolean;
  readonly callbackPath: string;
  readonly expires: Date;
  /** When the user last agreed to connect it. Deleted with the row when it is connected. */
  readonly consentedAt?: Date;
  /** The user declined, so it cannot be connected. The row is deleted after its tokens were revoked. */
  readonly deniedAt?: Date;
}

/** Work that follows a deciding write. It is retried until it succeeds or is given up. */
export interface JobDocument {
  readonly _id: ObjectId;
  readonly kind: 'mail' | 'revoke-grant' | 'release-phone';
  /** The user that it concerns; `null` or missing (rows of earlier versions) when none is known. */
  readonly userId?: ObjectId | null;
  /** Encrypted, because it contains mails, tokens and phone numbers. */
  readonly payload: string;
  readonly attempts: number;
  /** The earliest time to run; also the end of the lease of the process that runs it. */
  readonly runAt: Date;
  readonly createdAt: Date;
}

/** A picture as it is served, decoded and encoded again by Foyer. */
export interface PictureDocument {
  /** 128 random or keyed bits, base64url. Everybody who knows the id may see the picture. */
  readonly _id: string;
  readonly userId: ObjectId;
  /** The connection that provided it (`LinkedAccount.key`); `null` for an upload. */
  readonly key: string | null;
  /** `null`: it could not be fetched from the provider. */
  readonly webp: Binary | null;
  /** When a provider may be asked again. */
  readonly retryAt?: Date | null;
  readonly createdAt: Date;
  /** Set while an interrupted change may have left this picture or the one that it replaces. */
  readonly unsettledSince?: Date;
}

export interface Collections {
  readonly users: Collection<UserDocument>;
  readonly accounts: Collection<AccountDocument>;
  readonly sessions: Collection<SessionDocument>;
  readonly accessTokens: Collection<AccessTokenDocument>;
  readonly deviceAuthorizations: Collection<DeviceAuthorizationDocument>;
  readonly verificationTokens: Collection<VerificationTokenDocument>;
  readonly pendingLinks: Collection<PendingLinkDocument>;
  readonly jobs: Collection<JobDocument>;
  readonly activity: Collection<ActivityDocument>;
  readonly rateLimits: Collection<RateLimitDocument>;
  readonly pictures: Collection<PictureDocument>;
  readonly identityProviders: Collection<IdentityProviderDocument>;
  readonly providerIssuers: Collection<ProviderIssuerDocument>;
  readonly signingKeys: Collection<SigningKeyDocument>;
  readonly migrations: Collection<MigrationDocument>;
  readonly sweeps: Collection<SweepDocument>;
}

/** The names are those of `@auth/mongodb-adapter`. */
export function collectionsOf(db: Db): Collections {
  return {
    users: db.collection('users'),
    accounts: db.collection('accounts'),
    sessions: db.collection('sessions'),
    accessTokens: db.collection('access_tokens'),
    deviceAuthorizations: db.collection('device_authorizations'),
    verificationTokens: db.collection('verification_tokens'),
    pendingLinks: db.collection('pending_links'),
    jobs: db.collection('jobs'),
    activity: db.collection('activity'),
    rateLimits: db.collection('rate_limits'),
    pictures: db.collection('pictures'),
    identityProviders: db.collection('identity_providers'),
    providerIssuers: db.collection('provider_issuers'),
    signingKeys: db.collection('signing_keys'),
    migrations: db.collection('migrations'),
    sweeps: db.collection('sweeps'),
  };
}
