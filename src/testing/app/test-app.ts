import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  createTRPCClient,
  httpBatchLink,
  httpLink,
  isNonJsonSerializable,
  splitLink,
  type TRPCClient,
} from '@trpc/client';
import type { Db } from 'mongodb';
import { TRPC_MAX_BATCH } from '../../shared/limits.ts';
import { createApp, type AppParts } from '../../server/app.ts';
import { assemble } from '../../server/assemble.ts';
import type { Configuration } from '../../server/configuration/configuration.ts';
import { ensureIndexes } from '../../server/database/indexes.ts';
import type { Migration } from '../../server/database/migrations/migration.ts';
import type { Metrics } from '../../server/metrics/metrics.ts';
import type { Dependencies } from '../../server/dependencies.ts';
import { mountDevelopmentPages } from '../../server/development/pages.ts';
import type { UnknownCallerDependencies } from '../../server/domain/limits/proof-of-work.ts';
import type { Fetch } from '../../server/net/transport.ts';
import { createLogger } from '../../server/log/log.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import { NO_BRAND } from '../../server/settings/brand.ts';
import type { OidcProviderSettings, Settings } from '../../server/settings/settings.ts';
import type { AppRouter } from '../../server/trpc/router.ts';
import { createTestDatabase } from '../database/database.ts';
import { noteSharedDatabase, takeDatabase } from '../database/reused-databases.ts';
import type { FaultInjector } from '../faults/faults.ts';
import { HttpAgent } from './http-agent.ts';
import { createIssuedSecrets } from '../run/issued-secrets.ts';
import { findLoggedData } from '../run/logged-data.ts';
import { createMailbox, type Mailbox } from './mailbox.ts';
import { createPhonebox, type Phonebox } from './phonebox.ts';

const PATIENCE_MS = 30_000;
/** The product's hashes take 40 ms of a core. `password-hashing.test.ts` tests their parameters. */
const QUICK_HASHING = { memoryCost: 64, timeCost: 1 };

export type TestClient = TRPCClient<AppRouter>;

export interface TestApp extends AsyncDisposable {
  readonly origin: string;
  readonly db: Db;
  readonly deps: Dependencies;
  readonly mailbox: Mailbox;
  readonly phonebox: Phonebox;
  readonly logLines: readonly Record<string, unknown>[];
  agent(): HttpAgent;
  readonly agents: readonly HttpAgent[];
  client(agent: HttpAgent): TestClient;
  advance(ms: number): void;
  resetClock(): void;
  resetLimits(): Promise<void>;
  /** Moves the time of this browser's sign-in back, but not the clock. */
  ageSignIn(agent: HttpAgent, ms: number): Promise<void>;
  /** Requests a sign-in mail in this browser. Returns its token and its code. */
  requestMail(email: string, agent?: HttpAgent): Promise<{ readonly token: string; readonly code: string }>;
  signInByMail(email: string, agent?: HttpAgent): Promise<HttpAgent>;
  close(): Promise<void>;
}

export interface TestAppOptions {
  /** A function of the app's origin, because a provider needs the callback URL. */
  readonly providers?: (origin: string) => Promise<readonly OidcProviderSettings[]>;
  readonly settings?: Partial<Settings>;
  /** `checkConfiguration(defineFoyer({ … }))`. By default, nothing is declared. */
  readonly configuration?: Configuration;
  readonly fetch?: Fetch;
  /** The origins that answer WebFinger for email domains. Provider discovery is on for these domains. */
  readonly webFingerOrigins?: ReadonlyMap<string, string>;
  /** Runs before the app makes its indexes: a test can make collections whose validation refuses a write. */
  readonly prepare?: (db: Db) => Promise<void>;
  /** Such as a proxy's. */
  readonly databaseUri?: string;
  /** The database of another app, as two processes share one. */
  readonly databaseName?: string;
  /** Uses the product's own database timeouts. By default they are long, because the machine may be busy. */
  readonly impatient?: boolean;
  /** How long a request waits for the database from now on. The default is long: the machine may be busy. */
  readonly databaseWaitMs?: () => number;
  /** Gives the driver long timeouts, so that only the budget of a request ends its wait. */
  readonly patientDatabase?: boolean;
  readonly documents?: AppParts['documents'];
  readonly unknownCallerBounds?: UnknownCallerDependencies['bounds'];
  /** Replaces the released migrations. The test runs them itself by `deps.migrations`. */
  readonly migrations?: readonly Migration[];
  /** Logs a procedure's undeclared error, as the product does. By default, it fails the call and the test. */
  readonly undeclaredErrors?: 'log';
  /** Uses the product's hash parameters. By default, a hash takes microseconds. */
  readonly productHashing?: boolean;
  readonly metrics?: Metrics;
  /** Lets a test kill the process between two commands. */
  readonly faults?: FaultInjector;
}

/** Starts the real app with a real database on a free port, a mailbox, a phonebox and a test clock. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const reusable = usesOrdinaryDatabase(options) ? await takeDatabase() : null;
  const database =
    reusable ??
    (await createTestDatabase(options.databaseUri, options.databaseName, options.patientDatabase));
  if (options.databaseName !== undefined) noteSharedDatabase(options.databaseName);
  await options.prepare?.(database.db);
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = options.settings?.origin ?? `http://localhost:${port}`;
  const secrets = createIssuedSecrets();
  const mailbox = createMailbox((text) => secrets.addMessage(text));
  const phonebox = createPhonebox();
  const undeclaredErrors: string[] = [];
  let offset = 0;
  const logLines: Record<string, unknown>[] = [];
  const loggedData: string[] = [];
  const write = (text: string) => {
    const line = JSON.parse(text) as Record<string, unknown>;
    logLines.push(line);
    const found = findLoggedData(line);
    if (found === null) return;
    loggedData.push(found);
    // Fails the test (`console-errors.ts`).
    console.error(found);
  };
  const log = createLogger({ logLevel: options.settings?.logLevel ?? 'debug' }, { write });

  const settings: Settings = {
    mode: 'test',
    port,
    listenHost: 'localhost',
    shutdownDelay: 0,
    maxConnections: 10_000,
    logRequests: 'all',
    logFormat: null,
    origin,
    brand: NO_BRAND,
    basePath: '',
    cookiePrefix: 'foyer',
    authBasePath: '/auth',
    authSecret: 'a secret for tests alone, long enough to be one',
    previousAuthSecret: null,
    mongodbUri: database.uri,
    dataDir: '/nonexistent',
    smtpUrl: null,
    mailFrom: 'Foyer <no-reply@example.test>',
    smsUrl: null,
    webhook: null,
    webhookPrivateHosts: [],
    phoneCountries: null,
    phoneSignIn: false,
    breachedPasswordsUrl: null,
    secondFactor: 'optional',
    relatedOrigins: [],
    trustedOrigins: [],
    demo: false,
    oidcProviders: (await options.providers?.(origin)) ?? [],
    builtInProviders: [],
    oauthClients: [],
    discovery: [],
    signInDomains: null,
    trustProxy: false,
    metrics: null,
    logLevel: 'debug',
    ...options.settings,
  };
  const { deps: assembled, builtInProviders } = await assemble({
    settings,
    ...(options.configuration ? { configuration: options.configuration } : {}),
    mongo: database.mongo,
    db: database.db,
    mail: mailbox,
    sms: phonebox,
    log,
    now: () => new Date(Date.now() + offset),
    ...(options.impatient ? {} : { providerListWaitMs: PATIENCE_MS, breachWaitMs: PATIENCE_MS }),
    ...(options.productHashing ? {} : { hashing: QUICK_HASHING }),
    ...(options.fetch ? { fetch: options.fetch } : {}),
    ...(options.unknownCallerBounds ? { unknownCallerBounds: options.unknownCallerBounds } : {}),
    ...(options.migrations ? { migrations: options.migrations } : {}),
    ...(options.metrics ? { metrics: options.metrics } : {}),
    ...(options.undeclaredErrors === 'log'
      ? {}
      : {
          onUndeclaredError(procedure, code) {
            undeclaredErrors.push(`${procedure} raised ${code}`);
            throw new Error(`${procedure} raised ${code}, which it does not declare`);
          },
        }),
    ...(options.webFingerOrigins ? { webFingerOrigins: options.webFingerOrigins } : {}),
  });
  if (!reusable?.hasSchema) await ensureIndexes(assembled.collections, assembled.configuration.ownFields);
  if (!options.migrations) await assembled.migrations.runDue();
  await reusable?.noteSchema();
  const deps = options.faults?.install(assembled) ?? assembled;
  const databaseWaitMs = options.databaseWaitMs ?? (options.impatient ? undefined : () => PATIENCE_MS);
  server.on(
    'request',
    createApp(deps, {
      builtInProviders,
      mountDevelopmentPages,
      ...(databaseWaitMs ? { databaseWaitMs } : {}),
      ...(options.documents ? { documents: options.documents } : {}),
    }),
  );

  const listening = `http://localhost:${port}`;
  const agents: HttpAgent[] = [];
  const agent = () => {
    const browser = new HttpAgent(
      listening,
      // The id of a provider may be as long as a token.
      (value, name) => !name.endsWith('.last-used') && secrets.addCookie(value),
      (text) => secrets.addAnswer(text),
    );
    agents.push(browser);
    return browser;
  };
  const linkOf = (browser: HttpAgent) => ({
    url: `${listening}${settings.basePath}/trpc`,
    fetch: async (url: unknown, init: { method?: string; headers?: unknown; body?: unknown } = {}) => {
      const { body } = init;
      const answer = await browser.request(String(url), {
        method: init.method ?? 'GET',
        headers: Object.fromEntries(new Headers(init.headers as HeadersInit)),
        ...(typeof body === 'string' || body instanceof Blob ? { body } : {}),
      });
      return new Response(answer.text, { status: answer.status, headers: answer.headers });
    },
  });
  const client = (browser: HttpAgent): TestClient =>
    createTRPCClient<AppRouter>({
      links: [
        splitLink({
          condition: ({ input }) => isNonJsonSerializable(input),
          true: httpLink(linkOf(browser)),
          false: httpBatchLink({ ...linkOf(browser), maxItems: TRPC_MAX_BATCH }),
        }),
      ],
    });
  const requestMail: TestApp['requestMail'] = async (email, browser = agent()) => {
    await client(browser).session.requestLink.mutate({ email });
    const mail = mailbox.last(email);
    return { token: mailbox.tokenOf(mail), code: mailbox.codeOf(mail) };
  };
  const close = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
    await database.drop();
    // In every test, no secret may be in the log (ASVS 14.2.1).
    secrets.expectNoneIn(logLines);
    if (loggedData.length > 0) throw new Error(`in the log: ${loggedData.join(', ')}`);
    // The test may have expected any failure of the call, so the undeclared error is reported here.
    if (undeclaredErrors.length > 0)
      throw new Error(`errors that no procedure declares: ${undeclaredErrors.join(', ')}`);
  };

  return {
    origin,
    db: database.db,
    deps,
    mailbox,
    phonebox,
    logLines,
    agent,
    agents,
    client,
    advance: (ms) => void (offset += ms),
    resetClock: () => void (offset = 0),
    resetLimits: async () => void (await deps.collections.rateLimits.deleteMany({})),
    async ageSignIn(browser, ms) {
      const sessionToken = hashToken(browser.cookies.get('foyer.session') ?? '');
      const authenticatedAt = new Date(Date.now() + offset - ms);
      await deps.collections.sessions.updateOne({ sessionToken }, { $set: { authenticatedAt } });
    },
    requestMail,
    async signInByMail(email, browser = agent()) {
      const { code } = await requestMail(email, browser);
      await client(browser).session.signInWithCode.mutate({ email, code });
      return browser;
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}

/** Whether the app has the collections and indexes of most apps, in its own database. */
function usesOrdinaryDatabase(options: TestAppOptions): boolean {
  const { databaseUri, databaseName, patientDatabase, prepare, migrations, configuration } = options;
  const hasOwnIndexes = configuration?.ownFields.some((field) => field.options.indexed);
  return !databaseUri && !databaseName && !patientDatabase && !prepare && !migrations && !hasOwnIndexes;
}
