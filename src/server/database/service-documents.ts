import type { ObjectId } from 'mongodb';

/**
 * A counter of `rate-limiter-flexible` (its own shape), a part of a sum of strangers' acts (`domain/limits/stranger-sums.ts`), or a used proof of work
 * (`domain/limits/proof-of-work.ts`).
 */
export interface RateLimitDocument {
  readonly _id: ObjectId;
  readonly key: string;
  readonly points: number;
  /** In a sum: how many of the acts were honest. */
  readonly proven?: number;
  readonly expire: Date | null;
}

/**
 * A provider that we registered with by itself (RFC 7591), by an operator's command or because somebody's address led to it.
 */
export interface IdentityProviderDocument {
  /** The provider's id, which follows from its issuer. */
  readonly _id: string;
  readonly issuer: string;
  readonly name: string;
  readonly domains: readonly string[];
  readonly trustEmail: boolean;
  /** `operator`: offered to everybody. `address`: to whoever types an address that leads there. */
  readonly source: 'operator' | 'address';
  readonly clientId: string;
  /** Encrypted (`provider-registrations.ts`). */
  readonly secrets: string;
  readonly secretExpiresAt: Date | null;
  readonly createdAt: Date;
}

/** The issuer that an id of the settings is bound to (`domain/providers/provider-issuers.ts`). */
export interface ProviderIssuerDocument {
  /** The provider's id. */
  readonly _id: string;
  /** As it is configured: its issuer, or the address of an installation. `null`: what a built-in provider without an issuer stands for. */
  readonly issuer: string | null;
  /** Issuers of before, whose subjects are the same people, as an operator has said. */
  readonly acceptedIssuers: readonly (string | null)[];
  readonly updatedAt: Date;
}

/** A key that signs session tokens for other services, one for each period of 30 days. */
export interface SigningKeyDocument {
  /** The key's thumbprint (RFC 7638), which is its `kid`. */
  readonly _id: string;
  /** How many periods after 1970: unique, so that all processes sign with the same key. */
  readonly period: number;
  /** The `x` of an Ed25519 key (RFC 8037), base64url. */
  readonly publicKey: string;
  /** Encrypted (`signing-keys.ts`). */
  readonly privateKey: string;
  /** Until then tokens of its period may be about. */
  readonly expires: Date;
}

/** How far the search for orphaned rows of one collection is (`orphaned-rows.ts`). */
export interface SweepDocument {
  readonly _id: 'accounts' | 'access_tokens';
  /** The last row that was looked at; `null` at the start. */
  readonly after: ObjectId | null;
  /** Not before; also the lease of the process that looks at a batch. */
  readonly runAt: Date;
}

/** One migration of the stored data: whether it is done, and who is at it (`migrations/run-migrations.ts`). */
export interface MigrationDocument {
  /** Its number. */
  readonly _id: number;
  readonly name: string;
  /** The process that runs it, or ran it last. */
  readonly owner: string | null;
  /** Until then no other process may run it. */
  readonly leaseUntil: Date;
  /** Where the next batch goes on; `null` at the start and after the end. */
  readonly progress: Readonly<Record<string, unknown>> | null;
  /** How many have ended, for whoever watches. */
  readonly batches: number;
  readonly startedAt: Date;
  /** When it was done for the first time. */
  readonly doneAt: Date | null;
  /** When it was done for the last time. */
  readonly repeatedAt: Date | null;
}
