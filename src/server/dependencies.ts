import type { MongoClient } from 'mongodb';
import type { Log } from './log/log-lines.ts';
import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { ProviderCalls } from './identity-providers/provider-calls.ts';
import type { IdentityProviders } from './identity-providers/registry.ts';
import type { Collections } from './database/collections.ts';
import type { DatabaseClock } from './database/database-clock.ts';
import type { JoinedWrites } from './database/joined-writes.ts';
import type { Migrations } from './database/migrations/run-migrations.ts';
import type { Vault } from './crypto/encryption.ts';
import type { FormerKeys } from './crypto/secrets.ts';
import type { BreachedPasswords } from './domain/passwords/breached-passwords.ts';
import type { ActivePeople } from './domain/activity/active-people.ts';
import type { HeavyCalls } from './domain/limits/heavy-calls.ts';
import type { PasswordGuesses } from './domain/passwords/password-guessing.ts';
import type { PasswordHashing } from './domain/passwords/password-hashing.ts';
import type { PictureEncoding } from './domain/pictures/picture-encoding.ts';
import type { UnknownCallers } from './domain/limits/proof-of-work.ts';
import type { RateLimits } from './domain/limits/rate-limits.ts';
import type { MailTransport } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { OAuthClient } from './configuration/oauth/oauth-client.ts';
import type { WebhookTransport } from './net/webhook-transport.ts';
import type { Settings } from './settings/settings.ts';
import type { Signal } from './domain/events/signal.ts';
import type { SmsTransport } from './sms/sms.ts';

/** The dependencies of the domain. Tests can replace each of them. */
export interface Dependencies {
  readonly settings: Settings;
  readonly configuration: Configuration;
  /** The OAuth clients of `foyer.config.ts`, the environment and the demo, by id. */
  readonly oauthClients: ReadonlyMap<string, OAuthClient>;
  readonly mongo: MongoClient;
  readonly collections: Collections;
  readonly joinedWrites: JoinedWrites;
  readonly activePeople: ActivePeople;
  readonly rateLimits: RateLimits;
  readonly heavyCalls: HeavyCalls;
  readonly unknownCallers: UnknownCallers;
  readonly passwordHashing: PasswordHashing;
  readonly passwordGuesses: PasswordGuesses;
  /** `null`: new passwords are not looked up. */
  readonly breachedPasswords: BreachedPasswords | null;
  readonly pictureEncoding: PictureEncoding;
  readonly identityProviders: IdentityProviders;
  readonly providerCalls: ProviderCalls;
  readonly mail: MailTransport;
  readonly sms: SmsTransport;
  readonly vault: Vault;
  /** Read when the process starts. */
  readonly formerKeys: FormerKeys;
  readonly webhookTransport: WebhookTransport;
  /** Raised when events were stored, so that they are numbered and sent at once. */
  readonly newEvents: Signal;
  /** True in commands: a command leaves mails to a server, whose address and brand are right. */
  readonly leavesSecurityEvents: boolean;
  readonly log: Log;
  /** `null`: nothing is counted. */
  readonly metrics: Metrics | null;
  readonly now: () => Date;
  readonly migrations: Migrations;
  readonly databaseClock: DatabaseClock;
  /** For `/readyz` (`createReadinessCheck`). */
  readonly checkReady: () => Promise<void>;
  /** Why the embedded database does not run, for operators; `null` while it runs, or when none is used. */
  readonly databaseTrouble: () => string | null;
  /** Called when a procedure fails with an undeclared code. Tests throw here; the product logs it. */
  readonly onUndeclaredError: (procedure: string, code: ErrorCode) => void;
}
