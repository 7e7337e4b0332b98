import type { ObjectId } from 'mongodb';

/** A counter of `rate-limiter-flexible` in its shape, a part of a sum, or a used proof of work. */
export interface RateLimitDocument {
  readonly _id: ObjectId;
  readonly key: string;
  readonly points: number;
  /** In a sum: the requests that were verified honest. */
  readonly honest?: number;
  readonly expire: Date | null;
}

/** Registered by RFC 7591, by an operator's command or for a user's email address. */
export interface IdentityProviderDocument {
  /** Derived from the issuer. */
  readonly _id: string;
  readonly issuer: string;
  readonly name: string;
  readonly domains: readonly string[];
  readonly trustEmail: boolean;
  /** `operator`: shown to everybody. `address`: shown to users whose typed address leads to it. */
  readonly source: 'operator' | 'address';
  readonly clientId: string;
  /** Encrypted (`provider-registrations.ts`). */
  readonly secrets: string;
  readonly secretExpiresAt: Date | null;
  readonly createdAt: Date;
}

/** The issuer that a provider id of the settings is bound to (`provider-issuers.ts`). */
export interface ProviderIssuerDocument {
  /** The provider's id. */
  readonly _id: string;
  /** The issuer or the self-hosted URL as configured; `null` for a built-in provider without an issuer. */
  readonly issuer: string | null;
  /** Former issuers whose subjects are the same users, as an operator confirmed. */
  readonly acceptedIssuers: readonly (string | null)[];
  readonly updatedAt: Date;
}

/** Keys that sign tokens for OAuth clients and other services, one document for each 30 days. */
export interface SigningKeyDocument {
  /** The thumbprint of the Ed25519 key (RFC 7638), which is its `kid`. */
  readonly _id: string;
  /** Counted since 1970. Unique, so that all processes sign with one key. */
  readonly period: number;
  /** The `x` of an Ed25519 key (RFC 8037), base64url. */
  readonly publicKey: string;
  /** Encrypted (`signing-keys.ts`). */
  readonly privateKey: string;
  /** For ID tokens. Missing until the first use. */
  readonly rsa?: RsaSigningKey;
  /** Tokens of its period may be valid until then. */
  readonly expires: Date;
}

export interface RsaSigningKey {
  /** The thumbprint (RFC 7638). */
  readonly kid: string;
  /** The `n` of the key (RFC 7518, 6.3.1), base64url. */
  readonly modulus: string;
  /** Encrypted (`signing-keys.ts`). */
  readonly privateKey: string;
}

/** What stays of a former `AUTH_SECRET` (`former-keys.ts`). The secret itself is not stored. */
export interface FormerSecretDocument {
  /** The name of its key in sealed texts. */
  readonly _id: string;
  /** The keys of longer-lived purposes, by purpose. Encrypted. */
  readonly keys: string;
  /** When `foyer-server rotate-secrets` first had it as the former secret. */
  readonly since: Date;
  /** When the last value of one of the keys ends. */
  readonly expires: Date;
}

/** The search for orphaned rows in one collection (`orphaned-rows.ts`). */
export interface SweepDocument {
  readonly _id: 'accounts' | 'access_tokens' | 'deliveries';
  /** The last checked row; `null` at the start. */
  readonly after: ObjectId | null;
  /** The earliest next batch, or the end of the checking process's lease. */
  readonly runAt: Date;
}

/** One migration of the stored data (`migrations/run-migrations.ts`). */
export interface MigrationDocument {
  readonly _id: number;
  readonly name: string;
  /** The process that runs it or ran it last. */
  readonly owner: string | null;
  /** Until then no other process may run it. */
  readonly leaseUntil: Date;
  /** To continue from; `null` at the start and after the end. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** Finished batches, for operators. */
  readonly batches: number;
  readonly startedAt: Date;
  readonly doneAt: Date | null;
  readonly repeatedAt: Date | null;
}

/** One document of each kind, at most. */
export interface MaintenanceDocument {
  /** `restore`: begun, not ended (`restore-dump.ts`). `restored`: the last one (`restored-database.ts`). */
  readonly _id: 'restore' | 'restored' | 'secret';
  /** Of `restore`. */
  readonly startedAt?: Date;
  /** Of `restored`. */
  readonly restoredAt?: Date;
  /** Of `restored`: when the dump was made. */
  readonly dumpedAt?: Date;
  /** Of `restored`: everything issued before this time has ended since. */
  readonly endedBefore?: Date;
  /** Of `restored`: a server has logged it. */
  readonly isReported?: true;
  /** Of `secret`: a known text, encrypted with `AUTH_SECRET` (`stored-secret.ts`). */
  readonly sealed?: string;
}
