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

/** One write on the user links or unlinks it; the unique index on `accounts.key` decides between users. */
export interface LinkedAccount {
  /** `provider:providerAccountId`, unique among users. Provider ids contain no colon. */
  readonly key: string;
  readonly provider: string;
  readonly providerAccountId: string;
  readonly type: 'oidc' | 'oauth';
  /** The issuer of the subject (`issuerOf`). */
  readonly issuer: string | null;
  readonly linkedAt: Date;
  readonly lastUsedAt: Date | null;
  /** The session that connected it; missing when a sign-in or sign-up did. */
  readonly addedBy?: ObjectId;
}

export interface StoredPassword {
  /** A PHC string of argon2id; after an import, the former system's hash until the first sign-in with it. */
  readonly hash: string;
  readonly changedAt: Date;
  /** The session that set it; missing after a sign-up or a reset link. */
  readonly addedBy?: ObjectId;
}

export interface StoredPhone {
  /** Unique among users. */
  readonly e164: string;
  /** When this user verified the number. Of two users, the later one has it. */
  readonly verifiedAt: Date;
  /** The session that verified it; missing after an import. */
  readonly addedBy?: ObjectId;
}

export interface HeldAccessToken {
  readonly id: ObjectId;
  readonly expires: Date;
  /** The session that created it or approved its device. */
  readonly addedBy: ObjectId;
}

/** A session of an OAuth client (`domain/oauth/client-sessions.ts`). */
export interface LiveClientSession {
  readonly id: string;
  /** The session in which the user signed in to the client. */
  readonly authorizedBy: ObjectId;
  /** Without `offline_access`, it ends with the session that authorized it. */
  readonly bound?: true;
  /** The number of its current refresh token. Each use adds one. */
  readonly generation: number;
  /** When `generation` last changed. */
  readonly refreshedAt: Date;
}

export interface LiveSession {
  readonly id: ObjectId;
  /** Made with a method that a security review lists, so it may not finish the review or confirm anything. */
  readonly byAddition?: true;
  readonly client?: LiveClientSession;
}

/** A new address that is not verified yet (`domain/email/email-change.ts`). */
export interface PendingEmail {
  /** Lower-cased. */
  readonly email: string;
  /** SHA-256, base64url. Nobody gets the link's token when the address belongs to another user. */
  readonly tokenHash: string;
  /** HMAC, as for every code. */
  readonly codeHash: string;
  readonly codeAttempts: number;
  /** The request ends with this session. */
  readonly askedBy: ObjectId;
  readonly expires: Date;
}

/** The former address. Until `expires` a link in its mail restores it. */
export interface EmailUndo {
  readonly email: string;
  /** SHA-256 of the link's token, base64url. */
  readonly tokenHash: string;
  readonly changedAt: Date;
  /** The session that changed it; missing for an administrator or service key. Undo removes its additions. */
  readonly changedBy?: ObjectId;
  /** `UserDocument.vouchedAt` before the change. An undo restores it. */
  readonly vouchedAt?: Date;
  readonly expires: Date;
}

export interface ShownPicture {
  /** The id of the `PictureDocument`. A provider's picture may not be fetched yet. */
  readonly id: string;
  /** The connection (`LinkedAccount.key`) and the URL there, which no browser gets; `null` for an upload. */
  readonly from: { readonly key: string; readonly address: string } | null;
}

export interface UserDocument {
  readonly _id: ObjectId;
  readonly name: string | null;
  /** `name` for search and sort (`searchKeyOf`). */
  readonly nameKey: string;
  /** The id that a former system gave. Unique among users. */
  readonly externalId?: string;
  /** Lower-cased. Unique among users. */
  readonly email?: string;
  /** When the user first verified `email`. Before that it gives no access and is not shown to others. */
  readonly emailVerified: Date | null;
  /**
   * When an import or a service key last brought sign-in methods or set the address. Until the user confirms
   * them, they get no grave role (`unconfirmed-methods.ts`). A later `emailVerified` is the user's own proof.
   */
  readonly vouchedAt?: Date;
  readonly pendingEmail?: PendingEmail;
  /** Oldest first. One that has not expired reserves its address: no other user can take it. */
  readonly emailUndos?: readonly EmailUndo[];
  /** `null`: the user wants none. Missing: never chosen; a connection's first picture is used. */
  readonly image?: ShownPicture | null;
  readonly locale: Locale;
  readonly accounts: readonly LinkedAccount[];
  /** Used together with the verified `email`. */
  readonly password?: StoredPassword;
  /** Verified. */
  readonly phone?: StoredPhone;
  readonly passkeys?: readonly StoredPasskey[];
  /** Authenticators keep passkeys under it: 32 random bytes, base64url. It never changes. */
  readonly passkeyHandle?: string;
  /** With one of them, a sign-in asks for a second factor. */
  readonly totp?: readonly StoredTotp[];
  readonly recoveryCodes?: StoredRecoveryCodes;
  readonly trustedBrowsers?: readonly TrustedBrowser[];
  readonly secondFactorRemoval?: SecondFactorRemoval;
  /** The last mail that somebody passed the first factor only (`first-factor-notice.ts`). */
  readonly firstFactorReportedAt?: Date;
  /** Sorted. `administrator` and those of `foyer.config.ts`. */
  readonly roles?: readonly string[];
  /** New in each write that counts this active administrator (`administrators.ts`). */
  readonly administratorCounted?: ObjectId;
  /** The own fields (`foyer.config.ts`). A stored one may no longer be declared. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** The write that sets it also ends all sessions and access tokens, for good. */
  readonly suspension?: Suspension;
  readonly lastSignInAt?: Date;
  /** The OAuth clients that this user has signed in to. A mail tells of the first time. */
  readonly usedClients?: readonly string[];
  /** Missing when no review is due. */
  readonly securityReview?: SecurityReview;
  /** Oldest first, at most `SESSIONS_PER_USER`. A session that is not listed gives no access. */
  readonly sessions?: readonly LiveSession[];
  /** When all sessions last ended. Browsers that signed in before are no longer known here. */
  readonly sessionsValidFrom?: Date;
  /** Like `sessionsValidFrom`, for all sessions but one (`session.revokeOthers`). */
  readonly otherSessionsEnded?: { readonly at: Date; readonly except: ObjectId };
  /** A token that is not listed gives no access, even when its row is stored. */
  readonly accessTokens?: readonly HeldAccessToken[];
  /** Not written yet (`security-events.ts`), in the order of their decisions; nearly always empty. */
  readonly outbox?: readonly SecurityEvent[];
  /** How many events about this user have left the outbox (`domain/events/event-log.ts`). */
  readonly eventSequence?: number;
  /** Set: no personal data and no access (`activeUser`). `account-deletion.ts` removes the document. */
  readonly deletedAt?: Date;
  /** Until all other rows are removed: the values that the removal needs. */
  readonly deletion?: { readonly email?: string; readonly e164?: string };
  readonly createdAt: Date;
  readonly updatedAt: Date;
}
