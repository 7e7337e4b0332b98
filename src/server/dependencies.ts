import type { MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { Locale } from '../shared/locale.ts';
import type { ProviderCalls } from './identity-providers/provider-calls.ts';
import type { IdentityProviders } from './identity-providers/registry.ts';
import type { Collections } from './database/collections.ts';
import type { Migrations } from './database/migrations/run-migrations.ts';
import type { Vault } from './crypto/encryption.ts';
import type { PasswordGuesses } from './domain/passwords/password-guessing.ts';
import type { PasswordHashing } from './domain/passwords/password-hashing.ts';
import type { PictureEncoding } from './domain/pictures/picture-encoding.ts';
import type { Strangers } from './domain/limits/proof-of-work.ts';
import type { RateLimits } from './domain/limits/rate-limits.ts';
import type { MailTransport } from './mail/mail.ts';
import type { Settings } from './settings/settings.ts';
import type { SmsTransport } from './sms/sms.ts';

/** Everything that the domain needs from outside. A test can replace each part. */
export interface Dependencies {
  readonly settings: Settings;
  readonly client: MongoClient;
  readonly collections: Collections;
  readonly rateLimits: RateLimits;
  readonly strangers: Strangers;
  readonly passwordHashing: PasswordHashing;
  readonly passwordGuesses: PasswordGuesses;
  readonly pictureEncoding: PictureEncoding;
  readonly identityProviders: IdentityProviders;
  readonly providerCalls: ProviderCalls;
  readonly mail: MailTransport;
  readonly sms: SmsTransport;
  readonly vault: Vault;
  readonly log: Logger;
  readonly now: () => Date;
  readonly migrations: Migrations;
  /** Resolves when the database answers, every index exists and no migration has to run first. Rejects with the reason. */
  readonly checkReady: () => Promise<void>;
  /** Why the embedded engine does not run now, in words for the operator. `null` while it runs, and with a database server. */
  readonly databaseTrouble: () => string | null;
  /** Is told when a procedure fails with a code that it does not declare. Tests throw here; the product logs it. */
  readonly onUndeclaredError: (procedure: string, code: ErrorCode) => void;
}

/** The client of a request, as far as it is known, and the language of the answer. */
export interface RequestClient {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly locale: Locale;
  /** The request's header with a solved challenge, unread (`domain/limits/proof-of-work.ts`). */
  readonly proofOfWork: string | null;
}
