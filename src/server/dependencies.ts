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

/** What the product's decisions need from outside; everything in it can be handed in by a test. */
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
  /** Resolves when the database answers, every index is there and no migration has to come first; rejects with the reason. */
  readonly checkReady: () => Promise<void>;
  /** Why the database of this process's own does not run now, in words for anybody; `null` while it does, or where it is a server. */
  readonly databaseTrouble: () => string | null;
  /** Is told when a procedure fails with a code that it does not declare. Tests throw here; the product logs it. */
  readonly onUndeclaredError: (procedure: string, code: ErrorCode) => void;
}

/** Where a request came from, as far as it is known, and the language to answer it in. */
export interface RequestClient {
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly locale: Locale;
  /** The solved challenge that the request brings (`domain/limits/proof-of-work.ts`), as it stands in its header. */
  readonly proofOfWork: string | null;
}
