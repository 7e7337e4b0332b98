import type {
  Binary,
  Collection,
  Db,
  Filter,
  FindOneAndUpdateOptions,
  ObjectId,
  UpdateFilter,
  UpdateOptions,
  UpdateResult,
} from 'mongodb';
import type { ActivityDocument } from './activity-documents.ts';
import type {
  AdministratorsDocument,
  AuditDocument,
  DailyCountDocument,
  DeletedExternalIdDocument,
  Impersonation,
  ServiceKeyDocument,
} from './administration-documents.ts';
import type {
  DeliveryDocument,
  EventDocument,
  EventPartitionDocument,
  WebhookEndpointDocument,
} from './event-documents.ts';
import type { CeremonyDocument, PendingSignInDocument, StoredProof } from './second-factor-documents.ts';
import type { VerificationTokenDocument } from './verification-documents.ts';
import type {
  FormerSecretDocument,
  IdentityProviderDocument,
  ProviderIssuerDocument,
  MigrationDocument,
  RateLimitDocument,
  SigningKeyDocument,
  SweepDocument,
  MaintenanceDocument,
} from './service-documents.ts';
import type { UserDocument } from './user-documents.ts';

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
  /** The id under which Foyer serves it (`provider-pictures.ts`). */
  readonly pictureId: string | null;
  /** Encrypted (`provider-tokens.ts`); `null` when the provider returned none. */
  readonly tokens: string | null;
  /** When the provider reported that the grant has ended. The user may reconnect. */
  readonly grantEndedAt: Date | null;
  /** Until this time one process refreshes the tokens, and others wait for it. */
  readonly refreshingUntil: Date | null;
  readonly updatedAt: Date;
}

/** What an OAuth client was given by a person's sign-in. */
export interface ClientGrant {
  readonly id: string;
  /** Those that the client asked for and may have, `openid` among them. */
  readonly scopes: readonly string[];
  /** The resources that its access tokens may be for (RFC 8707). Empty: Foyer itself. */
  readonly resources: readonly string[];
  /** SHA-256 of the part that all refresh tokens of this session share, base64url. */
  readonly familyHash: string;
  /** With the family secret, which is not stored, it gives each token's own part (`refresh-tokens.ts`). */
  readonly salt: string;
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
  /** Oldest first. */
  readonly proofs: readonly StoredProof[];
  /** When an administrator last read the console or its procedures, for the idle time. */
  readonly consoleReadAt?: Date;
  readonly ip: string | null;
  readonly userAgent: string | null;
  /** Set while an administrator acts as this person. */
  readonly impersonation?: Impersonation;
  /** Set when an OAuth client has it, and no browser. Nobody ever gets its cookie token. */
  readonly clientGrant?: ClientGrant;
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
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  /** When its owner last authenticated before creating it. */
  readonly authenticatedAt: Date;
  /** The proofs of the session that created it. */
  readonly proofs: readonly StoredProof[];
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
  /** The name that the program sent, which proves nothing; that of the declared client, if there is one. */
  readonly clientName: string;
  /** The declared client that asks; missing where the program asked for an access token of the person. */
  readonly clientId?: string;
  /** RFC 8707; only with `clientId`. */
  readonly resources?: readonly string[];
  readonly scopes: readonly string[];
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly status: 'pending' | 'approved' | 'denied';
  /** The user and session that approved it. The token is created only while that session is live. */
  readonly approval: {
    readonly userId: ObjectId;
    readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt' | 'proofs'>;
    readonly at: Date;
  } | null;
  /** Seconds between two polls; grows when the program polls too fast. */
  readonly interval: number;
  readonly lastPolledAt: Date | null;
  readonly createdAt: Date;
  readonly expires: Date;
}

/** What a client asked for at the authorization endpoint and got a code for (RFC 6749, 4.1). */
export interface AuthorizationCodeDocument {
  readonly _id: ObjectId;
  /** SHA-256 of the code, base64url. */
  readonly codeHash: string;
  readonly clientId: string;
  /** As the client sent it. */
  readonly redirectUri: string;
  readonly userId: ObjectId;
  /** The session that authorized. The code is worth nothing when it ends. */
  readonly session: Pick<SessionDocument, '_id' | 'createdAt' | 'authenticatedAt' | 'proofs'>;
  readonly scopes: readonly string[];
  readonly resources: readonly string[];
  /** PKCE, S256 (RFC 7636). `null`: it is optional for the client, which sent a `nonce` instead. */
  readonly codeChallenge: string | null;
  readonly nonce: string | null;
  /** Of the browser. */
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly createdAt: Date;
  readonly expires: Date;
  /** Set by the one write that uses the code: the session that it gives, or `null` after a wrong verifier. */
  readonly used?: { readonly at: Date; readonly sessionId: ObjectId | null };
  /** When somebody sent a used code again. The session of the first use then ends (RFC 6749, 4.1.2). */
  readonly reusedAt?: Date;
}

/** A client assertion that was used (RFC 7523, 3). */
interface ClientAssertionDocument {
  /** SHA-256 of the client's id and the `jti`, base64url. */
  readonly _id: string;
  readonly expires: Date;
}

/**
 * A provider sign-in that is not finished: its email address belongs to another user, or is not verified. It
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
  /** The issuer of the subject. */
  readonly issuer: string | null;
  readonly name: string | null;
  readonly label: string | null;
  /** The user name or name at the provider, never an address. */
  readonly shownName: string | null;
  readonly image: string | null;
  readonly tokens: string | null;
  /** The email address from the provider, lower-cased. */
  readonly email: string;
  /** Whether a provider that is trusted with addresses reports it as verified. */
  readonly emailVerified: boolean;
  /** A path of this site, or a URL of the application (`shared/callback-url.ts`). */
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
  /** `discard`: an administrator has discarded it. What is left to do is its row of the audit log. */
  readonly kind: 'mail' | 'revoke-grant' | 'release-phone' | 'unfinished-sign-in' | 'discard';
  /** The user that it concerns; `null` when none is known. */
  readonly userId: ObjectId | null;
  /** Encrypted, because it contains mails, tokens and phone numbers. */
  readonly payload: string;
  readonly attempts: number;
  /** The earliest time to run, and the end of the running process's lease. `null`: it was given up. */
  readonly runAt: Date | null;
  /** When it was given up. It then stays for a month, and an administrator may let it run again. */
  readonly failedAt?: Date;
  /** Why the last attempt failed (`failureOf`), without addresses and secrets. */
  readonly failure?: string;
  /**
   * The audit row of the last "try again", written before the job runs. Jobs that were tried again together
   * share it. Its list may name jobs that another call has taken: `writeRetried` leaves them out.
   */
  readonly retried?: AuditDocument;
  /** The row of the audit log about "discard". */
  readonly discarded?: AuditDocument;
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
  readonly checkDueSince?: Date;
}

type Insert = 'insertOne' | 'insertMany' | 'bulkWrite' | 'replaceOne' | 'findOneAndReplace';
type BulkWrite = 'initializeOrderedBulkOp' | 'initializeUnorderedBulkOp';
type Update = 'updateOne' | 'updateMany' | 'findOneAndUpdate';
type NoUpsert = { readonly upsert?: never };
type UpdateRows<Options, Result> = (
  filter: Filter<SessionDocument>,
  update: UpdateFilter<SessionDocument>,
  options?: Options & NoUpsert,
) => Promise<Result>;

/** The rows of sessions without what inserts: only `insertSessionRow` (`domain/sign-in`) makes one. */
export interface SessionRows extends Omit<Collection<SessionDocument>, Insert | BulkWrite | Update> {
  readonly updateOne: UpdateRows<UpdateOptions, UpdateResult>;
  readonly updateMany: UpdateRows<UpdateOptions, UpdateResult>;
  readonly findOneAndUpdate: UpdateRows<FindOneAndUpdateOptions, SessionDocument | null>;
}

export interface Collections {
  readonly users: Collection<UserDocument>;
  readonly accounts: Collection<AccountDocument>;
  readonly sessions: SessionRows;
  readonly accessTokens: Collection<AccessTokenDocument>;
  readonly deviceAuthorizations: Collection<DeviceAuthorizationDocument>;
  readonly authorizationCodes: Collection<AuthorizationCodeDocument>;
  readonly clientAssertions: Collection<ClientAssertionDocument>;
  readonly verificationTokens: Collection<VerificationTokenDocument>;
  readonly pendingLinks: Collection<PendingLinkDocument>;
  readonly pendingSignIns: Collection<PendingSignInDocument>;
  readonly ceremonies: Collection<CeremonyDocument>;
  readonly jobs: Collection<JobDocument>;
  readonly activity: Collection<ActivityDocument>;
  readonly rateLimits: Collection<RateLimitDocument>;
  readonly pictures: Collection<PictureDocument>;
  readonly identityProviders: Collection<IdentityProviderDocument>;
  readonly providerIssuers: Collection<ProviderIssuerDocument>;
  readonly signingKeys: Collection<SigningKeyDocument>;
  readonly formerSecrets: Collection<FormerSecretDocument>;
  readonly migrations: Collection<MigrationDocument>;
  readonly sweeps: Collection<SweepDocument>;
  readonly serviceKeys: Collection<ServiceKeyDocument>;
  readonly audit: Collection<AuditDocument>;
  readonly administrators: Collection<AdministratorsDocument>;
  readonly dailyCounts: Collection<DailyCountDocument>;
  readonly deletedExternalIds: Collection<DeletedExternalIdDocument>;
  readonly events: Collection<EventDocument>;
  readonly eventPartitions: Collection<EventPartitionDocument>;
  readonly webhookEndpoints: Collection<WebhookEndpointDocument>;
  readonly deliveries: Collection<DeliveryDocument>;
  readonly maintenance: Collection<MaintenanceDocument>;
}

/** The names are those of `@auth/mongodb-adapter`. */
export function collectionsOf(db: Db): Collections {
  return {
    users: db.collection('users'),
    accounts: db.collection('accounts'),
    sessions: db.collection<SessionDocument>('sessions'),
    accessTokens: db.collection('access_tokens'),
    deviceAuthorizations: db.collection('device_authorizations'),
    authorizationCodes: db.collection('authorization_codes'),
    clientAssertions: db.collection('client_assertions'),
    verificationTokens: db.collection('verification_tokens'),
    pendingLinks: db.collection('pending_links'),
    pendingSignIns: db.collection('pending_sign_ins'),
    ceremonies: db.collection('ceremonies'),
    jobs: db.collection('jobs'),
    activity: db.collection('activity'),
    rateLimits: db.collection('rate_limits'),
    pictures: db.collection('pictures'),
    identityProviders: db.collection('identity_providers'),
    providerIssuers: db.collection('provider_issuers'),
    signingKeys: db.collection('signing_keys'),
    formerSecrets: db.collection('former_secrets'),
    migrations: db.collection('migrations'),
    sweeps: db.collection('sweeps'),
    serviceKeys: db.collection('service_keys'),
    audit: db.collection('audit'),
    administrators: db.collection('administrators'),
    dailyCounts: db.collection('daily_counts'),
    deletedExternalIds: db.collection('deleted_external_ids'),
    events: db.collection('events'),
    eventPartitions: db.collection('event_partitions'),
    webhookEndpoints: db.collection('webhook_endpoints'),
    deliveries: db.collection('deliveries'),
    maintenance: db.collection('maintenance'),
  };
}
