import type { Db, MongoClient } from 'mongodb';
import type { Log } from './log/log-lines.ts';
import { loadBuiltInProviders, type BuiltInFactory } from './auth/providers.ts';
import { collectionsOf } from './database/collections.ts';
import { createDatabaseClock } from './database/database-clock.ts';
import { createJoinedWrites } from './database/joined-writes.ts';
import type { Migration } from './database/migrations/migration.ts';
import { createMigrations } from './database/migrations/run-migrations.ts';
import { createReadinessCheck } from './database/readiness.ts';
import { createVault } from './crypto/encryption.ts';
import { createActivePeople } from './domain/activity/active-people.ts';
import { createHeavyCalls } from './domain/limits/heavy-calls.ts';
import type { Dependencies } from './dependencies.ts';
import { createBreachedPasswords } from './domain/passwords/breached-passwords.ts';
import { createPasswordGuesses } from './domain/passwords/password-guessing.ts';
import { createPasswordHashing, type HashingOptions } from './domain/passwords/password-hashing.ts';
import { createPictureEncoding } from './domain/pictures/picture-encoding.ts';
import { loadFormerKeys } from './domain/secret-rotation/former-keys.ts';
import { loadRegisteredProviders } from './domain/providers/provider-registrations.ts';
import { createUnknownCallers, type UnknownCallerDependencies } from './domain/limits/proof-of-work.ts';
import { createRateLimits } from './domain/limits/rate-limits.ts';
import type { Fetch } from './net/transport.ts';
import { createWebhookTransport, type WebhookTransport } from './net/webhook-transport.ts';
import { createProviderCalls } from './identity-providers/provider-calls.ts';
import { createIdentityProviders, toConfiguredProvider } from './identity-providers/registry.ts';
import type { MailTransport } from './mail/mail.ts';
import type { Metrics } from './metrics/metrics.ts';
import { observeTransports } from './metrics/observed-transports.ts';
import { EMPTY_CONFIGURATION, type Configuration } from './configuration/configuration.ts';
import { FOYER_CLI, joinClients } from './configuration/oauth/oauth-clients.ts';
import { secretsOf } from './crypto/secrets.ts';
import type { OidcProviderSettings, Settings } from './settings/settings.ts';
import { createSignal } from './domain/events/signal.ts';
import type { SmsTransport } from './sms/sms.ts';

export interface Assembled {
  readonly deps: Dependencies;
  readonly builtInProviders: ReadonlyMap<string, BuiltInFactory>;
}

/** Tests replace `fetch`, `webhookTransport`, `unknownCallerBounds`, `hashing` and `migrations`. */
export async function assemble(parts: {
  settings: Settings;
  configuration?: Configuration;
  mongo: MongoClient;
  db: Db;
  mail: MailTransport;
  sms: SmsTransport;
  log: Log;
  /** How long the list of identity providers waits for registered ones; 200 ms by default. */
  providerListWaitMs?: number;
  /** How long a look-up of a breached password takes at most; 800 ms by default. */
  breachWaitMs?: number;
  /** Why the embedded engine does not run; `null` while it runs. */
  databaseTrouble?: () => string | null;
  demoProviders?: readonly OidcProviderSettings[];
  webFingerOrigins?: ReadonlyMap<string, string>;
  fetch?: Fetch;
  webhookTransport?: WebhookTransport;
  /** For commands (`Dependencies`). */
  leavesSecurityEvents?: boolean;
  metrics?: Metrics;
  now?: () => Date;
  unknownCallerBounds?: UnknownCallerDependencies['bounds'];
  hashing?: Partial<HashingOptions>;
  migrations?: readonly Migration[];
  /** Replaces the line in the log. */
  onUndeclaredError?: Dependencies['onUndeclaredError'];
}): Promise<Assembled> {
  const { mongo, db, log, webFingerOrigins, metrics = null } = parts;
  const settings = withDemoDomains(parts.settings, webFingerOrigins);
  const configuration = parts.configuration ?? EMPTY_CONFIGURATION;
  const demoClients = settings.demo ? (await import('./development/demo/clients.ts')).DEMO_CLIENTS : [];
  const oauthClients = joinClients(configuration, settings, [FOYER_CLI, ...demoClients]);
  const now = parts.now ?? (() => new Date());
  const collections = collectionsOf(db);
  const migrations = createMigrations({ collections, log, now }, parts.migrations);
  const builtIns = await loadBuiltInProviders(settings.builtInProviders);
  const oidc = [...(parts.demoProviders ?? []), ...settings.oidcProviders];
  const { mail, sms, webhookTransport } = observeTransports(metrics, {
    mail: parts.mail,
    sms: parts.sms,
    webhookTransport: parts.webhookTransport ?? createWebhookTransport(settings),
  });
  const vault = createVault(secretsOf(settings));
  const unknownCallers = createUnknownCallers({
    collections,
    settings,
    now,
    log,
    ...(parts.unknownCallerBounds ? { bounds: parts.unknownCallerBounds } : {}),
  });
  const passwordHashing = createPasswordHashing(parts.hashing);
  return {
    builtInProviders: new Map(builtIns.map(({ provider, factory }) => [provider.id, factory])),
    deps: {
      settings,
      configuration,
      oauthClients,
      mongo,
      collections,
      joinedWrites: createJoinedWrites(mongo),
      activePeople: createActivePeople({ collections, log, now }),
      rateLimits: createRateLimits(db),
      heavyCalls: createHeavyCalls(),
      unknownCallers,
      passwordHashing,
      passwordGuesses: createPasswordGuesses(db, unknownCallers, passwordHashing),
      breachedPasswords:
        settings.breachedPasswordsUrl === null
          ? null
          : createBreachedPasswords({
              url: settings.breachedPasswordsUrl,
              log,
              metrics,
              ...(parts.breachWaitMs === undefined ? {} : { timeoutMs: parts.breachWaitMs }),
            }),
      pictureEncoding: createPictureEncoding(),
      identityProviders: createIdentityProviders(
        [...(await Promise.all(oidc.map(toConfiguredProvider))), ...builtIns.map(({ provider }) => provider)],
        () => loadRegisteredProviders({ collections, vault, log }),
        (error) => log.warn({ err: error }, 'registered identity providers could not be read'),
        parts.providerListWaitMs,
      ),
      providerCalls: createProviderCalls({
        allowLoopback: settings.mode !== 'production',
        log,
        now: () => now().getTime(),
        ...(webFingerOrigins ? { webFingerOrigins } : {}),
        ...(parts.fetch ? { fetch: parts.fetch } : {}),
      }),
      mail,
      sms,
      vault,
      formerKeys: await loadFormerKeys({ collections, vault, log, now }),
      webhookTransport,
      newEvents: createSignal(),
      leavesSecurityEvents: parts.leavesSecurityEvents ?? false,
      log,
      metrics,
      now,
      migrations,
      databaseClock: createDatabaseClock({ db, log, now }),
      databaseTrouble: parts.databaseTrouble ?? (() => null),
      onUndeclaredError:
        parts.onUndeclaredError ??
        ((procedure, code) =>
          log.error({ procedure, code }, 'a procedure raised an error that it does not declare')),
      checkReady: createReadinessCheck({
        db,
        collections,
        ownFields: configuration.ownFields,
        migrations,
        now,
      }),
    },
  };
}

/** Lets the demo's domains name their provider also when the `discovery` setting lists other domains. */
function withDemoDomains(settings: Settings, origins: ReadonlyMap<string, string> = new Map()): Settings {
  const { discovery } = settings;
  return discovery === 'open' ? settings : { ...settings, discovery: [...discovery, ...origins.keys()] };
}
