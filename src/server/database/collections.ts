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
 * A connection to an identity provider as the user document holds it. This list decides who owns an account: one write on
 * one document links or unlinks, and the unique index on `accounts.key` decides between users.
 */
export interface LinkedAccount {
  /** `provider:providerAccountId`, the value behind the unique index. Provider ids hold no colon. */
  readonly key: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  /** Whose subject it is (`issuerOf`). Connections of before have no such field until they are used. */
  readonly issuer?: string | null;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that connected it; not there when it came with a sign-in or sign-up. */
  readonly addedBy?: ObjectId;
}

export interface StoredPassword {
  /** A PHC string: argon2id with its parameters and salt. */
  readonly hash: string;
  readonly changedAt: Date;
  /** The session that chose it; not there when it came with a sign-up or a reset link. */
  readonly addedBy?: ObjectId;
}

export interface StoredPhone {
  /** Unique where it is set. */
  readonly e164: string;
  /** When this person showed that messages to it reach them: of two who did, the later one has it. */
  readonly verifiedAt: Date;
  /** The session that verified it. Rows of before have no such field. */
  readonly addedBy?: ObjectId;
}

/** An access token as the user document holds it. */
export interface HeldAccessToken {
  readonly id: ObjectId;
  readonly expires: Date;
  /** The session that made it, or approved the device that got it. Entries of before have no such field. */
  readonly addedBy?: ObjectId;
}

/** A session as the user document holds it. */
export interface LiveSession {
  /** Of `SessionDocument`. */
  readonly id: ObjectId;
  /** It was made by something that a security review lists, so it may not say that the list is right. */
  readonly byAddition?: true;
}

/** An address that a person wants to have and has not proven yet (`domain/email/email-change.ts`). */
export interface PendingEmail {
  /** Lower-cased. */
  readonly email: string;
  /** SHA-256 of the link's token, base64url. Nobody holds that token where the address is somebody else's. */
  readonly tokenHash: string;
  /** HMAC, keyed, as for every code. */
  readonly codeHash: string;
  readonly codeAttempts: number;
  /** The session that asked for it: with that session the request ends, too. Requests of before have no such field. */
  readonly askedBy?: ObjectId;
  readonly expires: Date;
}

/** An address that was this person's until they changed it. Until `expires` whoever reads its mail can have it put back. */
export interface EmailUndo {
  readonly email: string;
  /** SHA-256 of the link's token, base64url. */
  readonly tokenHash: string;
  readonly changedAt: Date;
  /** The session that changed it: an undo also removes what that session had added before. Entries of before have no such field. */
  readonly changedBy?: ObjectId;
  readonly expires: Date;
}

/** The picture that is shown of a person. */
export interface ShownPicture {
  /** Of `PictureDocument`; a provider's may not be fetched yet. */
  readonly id: string;
  /** The connection that brings it (`LinkedAccount.key`) and its address there, which never leaves the server; `null` for an upload. */
  readonly from: { readonly key: string; readonly address: string } | null;
}

export interface UserDocument {
  readonly _id: ObjectId;
  readonly name: string | null;
  /** Lower-cased. Unique where it is set. */
  readonly email?: string;
  /** When this person first proved to own `email`; an address without it gives no access and is not shown to other parts. */
  readonly emailVerified: Date | null;
  readonly pendingEmail?: PendingEmail;
  /** Oldest first; some may have expired. While one has not, nobody else can have its address. */
  readonly emailUndos?: readonly EmailUndo[];
  /** `null`: they want none. Not there: never chosen; the first picture that a connection brings is taken. */
  readonly image?: ShownPicture | null;
  readonly locale: Locale;
  readonly accounts: readonly LinkedAccount[];
  /** Typed together with the proven `email`. */
  readonly password?: StoredPassword;
  /** Verified, else it is not here. */
  readonly phone?: StoredPhone;
  /** Users of before have no such field; nothing is due then. */
  readonly securityReview?: SecurityReview;
  /**
   * The sessions that are live, oldest first, at most `SESSIONS_PER_USER`: a session that is not here gives no access, whatever else is stored
   * of it (`domain/rules/session-liveness.ts`). Users of before have no such field.
   */
  readonly sessions?: readonly LiveSession[];
  /** When all sessions were last ended together: a browser that signed in before then is no longer known to this account. */
  readonly sessionsValidFrom?: Date;
  /** The same for all sessions but one: what `session.revokeOthers` writes. */
  readonly otherSessionsEnded?: { readonly at: Date; readonly except: ObjectId };
  /**
   * The access tokens that live: one that is not here gives no access, whatever else is stored of it. Whatever ends them all writes an
   * empty list in its deciding write.
   */
  readonly accessTokens?: readonly HeldAccessToken[];
  /** What was decided and is not told yet (`domain/activity/security-events.ts`); nearly always empty. */
  readonly announcements?: readonly SecurityEvent[];
  /**
   * Deleted: a tombstone with nothing of the person on it, dead for every purpose. Whoever finds a user by id asks for a living one
   * (`activeUser`). It is removed once nothing that was under way then can still write (`account-deletion.ts`).
   */
  readonly deletedAt?: Date;
  /** On a tombstone, until everything else is removed: what that still needs to know. */
  readonly deletion?: { readonly email?: string; readonly e164?: string };
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
  /** The address of their picture at the provider, which never leaves the server. */
  readonly image: string | null;
  /** Under which we serve it (`provider-pictures.ts`). Rows of before have no such field. */
  readonly pictureId?: string | null;
  /** Encrypted (`provider-tokens.ts`); `null` when the provider gave none. */
  readonly tokens: string | null;
  /** When the provider said that our grant is over; the person may reconnect. */
  readonly grantEndedAt: Date | null;
  /** While it lies ahead, one process is refreshing the tokens, and the others wait for it. */
  readonly refreshingUntil: Date | null;
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
  /** `UserDocument.sessions` decides whether it is live. Rows of before have no such field. */
  readonly listed?: true;
}

/**
 * What we know of an access token beside whether it lives, which `UserDocument.accessTokens` decides. It outlasts its expiry for a while, so
 * that its owner sees why a script stopped working.
 */
export interface AccessTokenDocument {
  readonly _id: ObjectId;
  readonly userId: ObjectId;
  /** SHA-256 of the whole token, base64url; the token itself is stored nowhere. */
  readonly tokenHash: string;
  /** Its last characters, which are of its checksum, so that people tell theirs apart. */
  readonly lastFour: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly createdAt: Date;
  /** When its owner had last shown who they are, as they made it. */
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
 * A program that waits to be let in from a browser somewhere else (RFC 8628). It is gone once its token was told, was denied or took too
 * long.
 */
export interface DeviceAuthorizationDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the device code, base64url. */
  readonly deviceCodeHash: string;
  /** HMAC, keyed, as for every code that people type. */
  readonly userCodeHash: string;
  /** What the program calls itself; proves nothing. */
  readonly clientName: string;
  readonly scopes: readonly Scope[];
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly status: 'pending' | 'approved' | 'denied';
  /** Who approved it, in which session: the token is made only while that one has not been ended. */
  readonly approval: {
    readonly userId: ObjectId;
    readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt'>;
    readonly at: Date;
  } | null;
  /** Seconds between two polls; grows when it is not kept to. */
  readonly interval: number;
  readonly lastPolledAt: Date | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

/**
 * A provider sign-in that could not end yet: the address it names has an owner, or is not proven. It waits in the browser that
 * started it (a cookie holds the secret) until the person has shown who they are.
 */
export interface PendingLinkDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the cookie's secret, base64url. */
  readonly secretHash: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  /** Whose subject it is. Rows of before have no such field; they end within half an hour. */
  readonly issuer?: string | null;
  readonly name: string | null;
  readonly label: string | null;
  /** The user name or name there, without any address. A row of before has no such field. */
  readonly shownName?: string | null;
  readonly image: string | null;
  readonly tokens: string | null;
  /** The address that the provider names, lower-cased. */
  readonly email: string;
  /** A provider trusted with addresses says that it is this person's. */
  readonly emailProven: boolean;
  readonly callbackPath: string;
  readonly expires: Date;
  /** When the person last agreed to connect it. It goes away with the row once it is connected. */
  readonly consentedAt?: Date;
  /** The person does not want it: it can be connected no more. The row goes once its tokens are handed back. */
  readonly deniedAt?: Date;
}

/** Something to do after the write that decided it, tried again until it is done or given up. */
export interface JobDocument {
  readonly _id: ObjectId;
  readonly kind: 'mail' | 'revoke-grant' | 'release-phone';
  /** Whom it is about; `null` or, on rows of before, not there where nobody knows. */
  readonly userId?: ObjectId | null;
  /** Encrypted: mails, tokens and numbers are nobody else's business. */
  readonly payload: string;
  readonly attempts: number;
  /** Not before; also the lease of the process that works on it. */
  readonly runAt: Date;
  readonly createdAt: Date;
}

/** A picture as it is served: decoded and encoded anew by us. */
export interface PictureDocument {
  /** 128 random or keyed bits, base64url: whoever knows it may see the picture. */
  readonly _id: string;
  readonly userId: ObjectId;
  /** The connection that it came by (`LinkedAccount.key`); `null` for an upload. */
  readonly key: string | null;
  /** `null`: it could not be fetched from the provider. */
  readonly webp: Binary | null;
  /** When a provider may be asked again. */
  readonly retryAt?: Date | null;
  readonly createdAt: Date;
  /** There while it, or what it replaces, may still be left over from a change that was cut short. */
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
