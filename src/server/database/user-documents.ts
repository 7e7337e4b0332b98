import type { ObjectId } from 'mongodb';
import type { Locale } from '../../shared/locale.ts';
import type { SecurityEvent } from './activity-documents.ts';
import type { Suspension } from './administration-documents.ts';
import type {
  SecondFactorRemoval,
  StoredPasskey,
  StoredRecoveryCodes,
  StoredTotp,
  TrustedBrowser,
} from './second-factor-documents.ts';
import type { SecurityReview } from './security-review-documents.ts';

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
  /** The issuer of the subject (`issuerOfProvider`). */
  readonly issuer: string | null;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that connected it; missing when a sign-in or sign-up did. */
  readonly addedBy?: ObjectId;
}

export interface StoredPassword {
  /**
   * A PHC string: argon2id with its parameters and salt. After an import it is the hash of the former system
   * (`domain/passwords/imported-hashes.ts`), until the first sign-in with the password.
   */
  readonly hash: string;
  readonly changedAt: Date;
  /** The session that set it; missing after a sign-up or a reset link. */
  readonly addedBy?: ObjectId;
  /** When a sign-in found it in a list of breached passwords. */
  readonly breachedAt?: Date;
}

export interface StoredPhone {
  /** Unique among users. */
  readonly e164: string;
  /**
   * When this user proved that they receive messages there. If two users did, the later one has the number.
   */
  readonly verifiedAt: Date;
  /** The session that verified it; missing after an import. */
  readonly addedBy?: ObjectId;
}

/** An access token, as listed in the user document. */
interface HeldAccessToken {
  readonly id: ObjectId;
  readonly expires: Date;
  /** The session that created it or approved its device. */
  readonly addedBy: ObjectId;
}

/** What the user document knows of a session that an OAuth client has (`domain/oauth/client-sessions.ts`). */
export interface LiveClientSession {
  readonly id: string;
  /** The session in which the person signed in to the client. */
  readonly authorizedBy: ObjectId;
  /** Set unless the client asked for `offline_access`: it then ends with the session that authorized it. */
  readonly bound?: true;
  /** The number of its current refresh token. Each use adds one. */
  readonly generation: number;
  /** When `generation` last changed. */
  readonly refreshedAt: Date;
}

/** A session, as listed in the user document. */
export interface LiveSession {
  /** The id of the `SessionDocument`. */
  readonly id: ObjectId;
  /**
   * Set when the session was made with a sign-in method that a security review lists. Such a session may not
   * finish the review, and confirms nothing.
   */
  readonly byAddition?: true;
  readonly client?: LiveClientSession;
}

/** A new email address that the user has not verified yet (`domain/email/email-change.ts`). */
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
  /** The session that requested it; the request ends with that session. */
  readonly askedBy: ObjectId;
  readonly expires: Date;
}

/** The user's former address. Until `expires` a link in its mail restores it. */
export interface EmailUndo {
  readonly email: string;
  /** SHA-256 of the link's token, base64url. */
  readonly tokenHash: string;
  readonly changedAt: Date;
  /**
   * The session that changed the address; missing when an administrator or a service key did. An undo removes
   * what that session had added before, too.
   */
  readonly changedBy?: ObjectId;
  /** `UserDocument.vouchedAt` before the change. An undo restores it. */
  readonly vouchedAt?: Date;
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
  /** `name` for search and sort (`searchKeyOf`). */
  readonly nameKey: string;
  /** The beginnings of the words of `name` and `email`, for search (`search-key.ts`). */
  readonly namePrefixes: readonly string[];
  readonly emailPrefixes?: readonly string[];
  /** The id that a former system gave. Unique among users. */
  readonly externalId?: string;
  /** Lower-cased. Unique among users. */
  readonly email?: string;
  /**
   * When this user first proved to own `email`. An address without it gives no access and is not shown to
   * other users.
   */
  readonly emailVerified: Date | null;
  /**
   * When an import or a service key last said who this person is: it brought sign-in methods, or it set the
   * address. Until the person confirms what is on the account, they get no grave role
   * (`domain/rules/unconfirmed-methods.ts`). An `emailVerified` that is not later is not their own proof.
   */
  readonly vouchedAt?: Date;
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
  /** Used together with the verified `email`. */
  readonly password?: StoredPassword;
  /** Only a verified phone number is stored here. */
  readonly phone?: StoredPhone;
  readonly passkeys?: readonly StoredPasskey[];
  /** The handle of the passkeys in authenticators: 32 random bytes, base64url. It never changes. */
  readonly passkeyHandle?: string;
  /** The authenticator apps. With one of them, a sign-in asks for a second factor. */
  readonly totp?: readonly StoredTotp[];
  readonly recoveryCodes?: StoredRecoveryCodes;
  readonly trustedBrowsers?: readonly TrustedBrowser[];
  readonly secondFactorRemoval?: SecondFactorRemoval;
  /** When this person was last told that somebody passed the first factor only (`first-factor-notice.ts`). */
  readonly firstFactorReportedAt?: Date;
  /** Sorted. `administrator` and those of `foyer.config.ts`. */
  readonly roles?: readonly string[];
  /** New in each write that counts the person as active administrator (`administrators.ts`). */
  readonly administratorCounted?: ObjectId;
  /** The application's own fields (`foyer.config.ts`). A stored field may no longer be declared. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The write that sets it also ends all sessions and access tokens, for good. */
  readonly suspension?: Suspension;
  readonly lastSignInAt?: Date;
  /** When a session of this person was last used, within the hour (`domain/activity/active-people.ts`). */
  readonly lastActiveAt?: Date;
  /** The ids of the OAuth clients that this person has signed in to. The first time is told by mail. */
  readonly usedClients?: readonly string[];
  /** Missing when no review is due. */
  readonly securityReview?: SecurityReview;
  /**
   * The live sessions, oldest first, at most `SESSIONS_PER_USER`. A session that is not listed here gives no
   * access, even when its row is stored (`domain/rules/session-liveness.ts`).
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
   * nearly always empty. They are written from the front, in the order of their decisions.
   */
  readonly outbox?: readonly SecurityEvent[];
  /** How many events about this person have left the outbox (`domain/events/event-log.ts`). */
  readonly eventSequence?: number;
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
