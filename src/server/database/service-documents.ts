import type { ObjectId } from 'mongodb';

/**
 * A counter of `rate-limiter-flexible` (in its own shape), a part of a sum over unknown clients
 * (`domain/limits/unknown-caller-sums.ts`), or a used proof of work (`domain/limits/proof-of-work.ts`).
 */
export interface RateLimitDocument {
  readonly _id: ObjectId;
  readonly key: string;
  readonly points: number;
  /** In a sum: the number of requests that were verified honest. */
  readonly honest?: number;
  readonly expire: Date | null;
}

/**
 * A provider that Foyer registered with (RFC 7591), by an operator's command or for a user's email address.
 */
export interface IdentityProviderDocument {
  /** The provider's id, derived from its issuer. */
  readonly _id: string;
  readonly issuer: string;
  readonly name: string;
  readonly domains: readonly string[];
  readonly trustEmail: boolean;
  /** `operator`: shown to everybody. `address`: shown to users who type an address that leads to it. */
  readonly source: 'operator' | 'address';
  readonly clientId: string;
  /** Encrypted (`provider-registrations.ts`). */
  readonly secrets: string;
  readonly secretExpiresAt: Date | null;
  readonly createdAt: Date;
}

/** The issuer that a provider id of the settings is bound to (`domain/providers/provider-issuers.ts`). */
export interface ProviderIssuerDocument {
  /** The provider's id. */
  readonly _id: string;
  /**
   * As configured: the issuer, or the address of a self-hosted installation; `null` for a built-in provider
   * without an issuer.
   */
  readonly issuer: string | null;
  /** Former issuers whose subjects are the same users, as an operator confirmed. */
  readonly acceptedIssuers: readonly (string | null)[];
  readonly updatedAt: Date;
}

/** The keys that sign tokens for clients and other services. There is one document for each period of 30 days. */
export interface SigningKeyDocument {
  /** The thumbprint of the Ed25519 key (RFC 7638), which is its `kid`. */
  readonly _id: string;
  /** The number of the period since 1970. It is unique, so that all processes sign with the same key. */
  readonly period: number;
  /** The `x` of an Ed25519 key (RFC 8037), base64url. */
  readonly publicKey: string;
  /** Encrypted (`signing-keys.ts`). */
  readonly privateKey: string;
  /** The key of ID tokens. Missing until the first use. */
  readonly rsa?: RsaSigningKey;
  /** Tokens of its period may be valid until then. */
  readonly expires: Date;
}

export interface RsaSigningKey {
  /** Its thumbprint (RFC 7638). */
  readonly kid: string;
  /** The `n` of the key (RFC 7518, 6.3.1), base64url. */
  readonly modulus: string;
  /** Encrypted (`signing-keys.ts`). */
  readonly privateKey: string;
}

/** What stays of a former `AUTH_SECRET` (`domain/secret-rotation/former-keys.ts`). The secret itself is stored nowhere. */
export interface FormerSecretDocument {
  /** The name of its key in sealed texts. */
  readonly _id: string;
  /** The keys of the purposes that outlive a change of the secret, by purpose. Encrypted. */
  readonly keys: string;
  /** When `npm run server -- rotate-secrets` first ran with it as the former secret. */
  readonly since: Date;
  /** When the last value that was made with one of the keys ends. */
  readonly expires: Date;
}

/** The progress of the search for orphaned rows in one collection (`orphaned-rows.ts`). */
export interface SweepDocument {
  readonly _id: 'accounts' | 'access_tokens' | 'deliveries';
  /** The last row that was checked; `null` at the start. */
  readonly after: ObjectId | null;
  /** The earliest time of the next batch; also the end of the lease of the process that checks one. */
  readonly runAt: Date;
}

/** The state of one migration of the stored data (`migrations/run-migrations.ts`). */
export interface MigrationDocument {
  /** The migration's number. */
  readonly _id: number;
  readonly name: string;
  /** The process that runs it or ran it last. */
  readonly owner: string | null;
  /** The end of the lease: until then no other process may run it. */
  readonly leaseUntil: Date;
  /** The progress to continue from; `null` at the start and after the end. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** The number of finished batches, for operators. */
  readonly batches: number;
  readonly startedAt: Date;
  /** When it was first done. */
  readonly doneAt: Date | null;
  /** When it was last done. */
  readonly repeatedAt: Date | null;
}

/** What operators need to know of the whole database: one document of each kind, at most. */
export interface MaintenanceDocument {
  /**
   * `restore`: a restore has begun and has not ended (`dump/restore-dump.ts`). `restored`: the last one that ended (`dump/restored-database.ts`).
   * `secret`: `stored-secret.ts`.
   */
  readonly _id: 'restore' | 'restored' | 'secret';
  /** Of `restore`. */
  readonly startedAt?: Date;
  /** Of `restored`. */
  readonly restoredAt?: Date;
  /** Of `restored`: when the dump was made. */
  readonly dumpedAt?: Date;
  /** Of `restored`: everything that was issued before this time has ended since. */
  readonly endedBefore?: Date;
  /** Of `restored`: a server has logged it. */
  readonly isReported?: true;
  /** Of `secret`: a known text, encrypted with `AUTH_SECRET`. */
  readonly sealed?: string;
}
