import type { Db, MongoClient } from 'mongodb';
import type { Logger } from 'pino';
import { loadBuiltInProviders, type BuiltInFactory } from './auth/providers.ts';
import { collectionsOf } from './database/collections.ts';
import { missingIndexes } from './database/indexes.ts';
import { createVault } from './encryption.ts';
import type { Dependencies } from './dependencies.ts';
import { createRateLimits } from './domain/rate-limits.ts';
import type { Fetch } from './identity-providers/guarded-fetch.ts';
import { createProviderFetches } from './identity-providers/provider-fetches.ts';
import { createIdentityProviders } from './identity-providers/registry.ts';
import type { MailTransport } from './mail/mail.ts';
import type { OidcProviderSettings, Settings } from './settings.ts';

export interface Assembled {
  readonly deps: Dependencies;
  readonly builtInProviders: ReadonlyMap<string, BuiltInFactory>;
}

/** Puts together what the app needs from what the process (or a test) has opened. */
export async function assemble(parts: {
  settings: Settings;
  client: MongoClient;
  db: Db;
  mail: MailTransport;
  log: Logger;
  /** Providers beside the configured ones: the local demo. */
  demoProviders?: readonly OidcProviderSettings[];
  /** What calls to identity providers go out by; the global `fetch` unless a test listens in. */
  fetch?: Fetch;
  now?: () => Date;
}): Promise<Assembled> {
  const { settings, client, db, mail, log } = parts;
  const collections = collectionsOf(db);
  const builtIns = await loadBuiltInProviders(settings.builtInProviders);
  const oidc = [...(parts.demoProviders ?? []), ...settings.oidcProviders];
  return {
    builtInProviders: new Map(builtIns.map(({ provider, factory }) => [provider.id, factory])),
    deps: {
      settings,
      client,
      collections,
      rateLimits: createRateLimits(db),
      identityProviders: createIdentityProviders([
        ...oidc.map((provider) => ({ kind: 'oidc' as const, ...provider })),
        ...builtIns.map(({ provider }) => provider),
      ]),
      providerFetches: createProviderFetches({
        allowLoopbackHttp: settings.mode !== 'production',
        ...(parts.fetch ? { fetch: parts.fetch } : {}),
      }),
      mail,
      vault: createVault([
        settings.authSecret,
        ...(settings.previousAuthSecret === null ? [] : [settings.previousAuthSecret]),
      ]),
      log,
      now: parts.now ?? (() => new Date()),
      async checkReady() {
        await db.command({ ping: 1 });
        const missing = await missingIndexes(collections);
        if (missing.length > 0) throw new Error(`missing indexes: ${missing.join(', ')}`);
      },
    },
  };
}
