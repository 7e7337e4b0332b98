import type { IncomingMessage, RequestListener } from 'node:http';
import express, { type ErrorRequestHandler } from 'express';
import { belowBase, type BasePath } from '../shared/base-path.ts';
import { ERRORS, type ErrorCode } from '../shared/errors/catalogue.ts';
import { DATABASE_RETRY_AFTER_SECONDS, MIGRATION_RETRY_AFTER_SECONDS } from '../shared/limits.ts';
import { AppError } from './app-error.ts';
import { createCookieJar } from './auth/cookies.ts';
import { createAuthRouter } from './auth/handler.ts';
import { createProviderFactory, type BuiltInFactory } from './auth/providers.ts';
import type { AuthDependencies } from './auth/auth-dependencies.ts';
import type { ClientDocuments } from './pages/documents.ts';
import { mountPages } from './pages/pages.ts';
import { isDatabaseUnavailable } from './database/errors.ts';
import { DatabaseOutage } from './database/database-outage.ts';
import { RequestBudget, runWithinBudget } from './database/request-budget.ts';
import type { Dependencies } from './dependencies.ts';
import { styleSourcesOf } from './http/content-hashes.ts';
import { plainBrandOf } from './brand/plain-brand.ts';
import { mountBrand } from './http/brand-route.ts';
import { answerConfiguration } from './http/configuration-route.ts';
import { logRequest } from './log/log.ts';
import { answerKeySet } from './http/key-set-route.ts';
import { mountLocale } from './http/locale-route.ts';
import type { mountDevelopmentPages } from './development/pages.ts';
import { createHostCheck, requireHost } from './http/own-host.ts';
import { siteSourcesOf } from './oauth/cors.ts';
import { mountOAuth, prepareOAuth } from './oauth/oauth-routes.ts';
import { answerOpenApi } from './openapi/openapi-route.ts';
import { mountPasskeyRoutes } from './http/passkey-routes.ts';
import { mountPictures } from './http/picture-route.ts';
import { mountProviderLogos } from './http/provider-logo-route.ts';
import {
  answerWithRequestId,
  requestIdOf,
  sendError,
  resolveBrand,
  readLocale,
  resolveLocale,
  describeRequest,
} from './http/request.ts';
import { allowTrustedOrigins } from './http/trusted-origins.ts';
import { mountProviderStart } from './pages/provider-start-route.ts';
import { answerWithHeaders, securityHeaders } from './http/security-headers.ts';
import { currentTrace, readTraceparent, runInTrace } from './log/trace.ts';
import { createTrpcRouter } from './trpc/handler.ts';
import { createFastPath } from './trpc/fast-path.ts';
import { clientAddressOf, readTrustProxy } from './http/client-address.ts';

export interface AppParts {
  /** How long the next request waits for the database, in milliseconds. Tests choose it. */
  readonly databaseWaitMs?: () => number;
  readonly builtInProviders?: ReadonlyMap<string, BuiltInFactory>;
  readonly documents?: ClientDocuments;
  /** The pages under `/dev`. In production they are neither loaded nor mounted. */
  readonly mountDevelopmentPages?: typeof mountDevelopmentPages;
  /** Whether the process is about to end. Load balancers then send requests elsewhere. */
  readonly isDraining?: () => boolean;
}

/** Creates the HTTP application. Its handlers are in the order in which a request passes them. */
export function createApp(deps: Dependencies, parts: AppParts = {}): RequestListener {
  const { settings } = deps;
  const authDeps: AuthDependencies = {
    ...deps,
    cookies: createCookieJar(settings),
    makeProvider: createProviderFactory(parts.builtInProviders ?? new Map(), deps.providerCalls),
  };

  const brand = plainBrandOf(settings);
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  const trustsProxy = readTrustProxy(settings.trustProxy);
  app.set('trust proxy', trustsProxy);
  const isOwnHost = createHostCheck(settings.origin, trustsProxy);
  // With one spelling per address, `/AUTH` cannot bypass a limit on `/auth`.
  app.set('case sensitive routing', true);
  app.set('query parser', 'simple');

  // Requests for addresses outside the base path.
  const outsideRequests = new WeakSet<IncomingMessage>();

  app.use(answerWithRequestId);
  app.use((req, _res, next) => {
    resolveLocale(authDeps.cookies, req);
    resolveBrand(req, brand);
    next();
  });
  const { nonce = null, styleSources = [] } = parts.documents?.inline ?? {};
  const inline = { nonce, styleSources: [...styleSourcesOf(brand.tokens.toString()), ...styleSources] };
  const { appUrl } = settings.brand;
  const appOrigins = appUrl === null ? [] : [new URL(appUrl).origin];
  const sites = [...new Set([...appOrigins, ...siteSourcesOf(deps.oauthClients)])];
  const headers = securityHeaders(settings, inline, sites);
  app.use(answerWithHeaders(headers));
  app.use(logRequests(deps));

  // Health checks come with any host name, so they stand before the host check. They reveal no user.
  app.get('/healthz', (_req, res) => {
    // Still 200: a restart of the process would not help, because it already restarts its database.
    const trouble = deps.databaseTrouble();
    const database = trouble === null ? {} : { database: describeTrouble(trouble) };
    res.set('Cache-Control', 'no-store').json({ status: 'ok', ...database });
  });
  app.get('/readyz', async (_req, res) => {
    res.set('Cache-Control', 'no-store');
    if (parts.isDraining?.()) return void res.status(503).json({ status: 'draining' });
    try {
      await deps.checkReady();
      res.json({ status: 'ready' });
    } catch (error) {
      deps.log.warn({ err: error }, 'not ready');
      res.status(503).json({ status: 'not ready', reason: notReadyReason(deps, error) });
    }
  });

  app.use((req, res, next) => (outsideRequests.has(req) ? sendError(req, res, 'NOT_FOUND') : next()));
  // Before everything that can fail, so that the other origin can read the error.
  app.use('/trpc', allowTrustedOrigins(settings.trustedOrigins));
  prepareOAuth(app, deps);

  // Browsers request it for answers without an icon, such as JSON, and show a 404 as an error.
  const icon = settings.brand.files['favicon.ico'];
  app.get('/favicon.ico', (_req, res) => {
    if (icon) res.type(icon.contentType).set('Cache-Control', 'public, max-age=3600').send(icon.content);
    else res.status(204).end();
  });

  // While the sessions are being migrated, "not signed in" would be a wrong answer.
  app.use((req, res, next) => {
    if (deps.migrations.waitingFor() === null) next();
    else sendError(req, res, 'UNAVAILABLE', { retryAfter: MIGRATION_RETRY_AFTER_SECONDS });
  });
  app.use(requireHost(settings, isOwnHost));
  app.get('/.well-known/jwks.json', answerKeySet(authDeps));
  app.get('/.well-known/foyer-configuration', answerConfiguration(deps));
  mountPasskeyRoutes(app, deps);
  app.get('/openapi.json', answerOpenApi(authDeps));
  app.use(settings.authBasePath.slice(settings.basePath.length), createAuthRouter(authDeps));
  app.use('/trpc', createTrpcRouter(authDeps));
  mountOAuth(app, authDeps);
  if (settings.mode !== 'production') parts.mountDevelopmentPages?.(app, settings);
  mountLocale(app, authDeps);
  mountPictures(app, deps);
  mountProviderLogos(app, authDeps);
  mountBrand(app, settings);
  mountProviderStart(app, authDeps);
  if (parts.documents) mountPages(app, authDeps, parts.documents);

  app.use((req, res) => sendError(req, res, 'NOT_FOUND'));
  app.use(answerErrors(deps));
  const outage = new DatabaseOutage(() => deps.mongo.db().command({ ping: 1 }));
  const fastPath = createFastPath(
    {
      deps: authDeps,
      isOwnHost,
      headers,
      requestContextOf: (req, cookies) =>
        describeRequest(req, clientAddressOf(req, trustsProxy), readLocale(req, cookies)),
    },
    app,
  );
  return (req, res) => {
    const path = ownPathOf(settings, targetOf(req));
    if (path === null) outsideRequests.add(req);
    else req.url = path;
    const budget = new RequestBudget(parts.databaseWaitMs?.(), outage);
    const endRequest = deps.metrics?.beginRequest(req);
    res.once('close', () => {
      budget.end();
      if (!res.writableFinished) budget.abandon();
      endRequest?.(res);
    });
    runInTrace(readTraceparent(req.headers.traceparent), () =>
      runWithinBudget(budget, () =>
        deps.migrations.waitingFor() === null && path !== null ? fastPath(req, res) : app(req, res),
      ),
    );
  };
}

/** What other programs look for at the root of an origin, whatever the base path is. */
const AT_ROOT = /^\/(?:\.well-known\/|(?:healthz|readyz)(?:\?|$))/;

/** The path that the routes know; `null` for an address outside the base path. */
function ownPathOf(settings: BasePath, url: string): string | null {
  return AT_ROOT.test(url) ? url : belowBase(settings, url);
}

/** The path and query that a request asks for. A proxy may send them after the origin (RFC 9112, 3.2.2). */
function targetOf({ url = '/', headers }: IncomingMessage): string {
  const [origin = '', host] = /^https?:\/\/([^/?#]*)/i.exec(url) ?? [];
  return host !== undefined && host.toLowerCase() === headers.host?.toLowerCase()
    ? url.slice(origin.length).replace(/^(?!\/)/, '/')
    : url;
}

function logRequests(deps: Dependencies): express.RequestHandler {
  return (req, res, next) => {
    const started = performance.now();
    const { method, path } = req;
    // Node.js calls the listener outside the asynchronous context of the request.
    const trace = currentTrace();
    res.on('close', () => {
      logRequest(deps, {
        requestId: requestIdOf(req),
        ...(trace ? { traceId: trace.id } : {}),
        method,
        path,
        status: res.writableFinished ? res.statusCode : null,
        ms: Math.round(performance.now() - started),
      });
    });
    next();
  };
}

function describeTrouble(trouble: string): string {
  return `the embedded database does not run and is started again: ${trouble}`;
}

function notReadyReason(deps: Dependencies, error: unknown): string {
  const trouble = deps.databaseTrouble();
  if (trouble !== null) return describeTrouble(trouble);
  if (isDatabaseUnavailable(error)) return 'the database does not answer';
  return error instanceof Error ? error.message : 'unknown';
}

function answerErrors(deps: Dependencies): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error);
    const code = codeOf(error);
    if (ERRORS[code].status >= 500)
      deps.log.error({ requestId: requestIdOf(req), code, err: error }, 'request failed');
    sendError(req, res, code, { retryAfter: retryAfterOf(error) });
  };
}

function retryAfterOf(error: unknown): number | undefined {
  if (error instanceof AppError) return error.retryAfter;
  return isDatabaseUnavailable(error) ? DATABASE_RETRY_AFTER_SECONDS : undefined;
}

function codeOf(error: unknown): ErrorCode {
  if (error instanceof AppError) return error.code;
  if (isDatabaseUnavailable(error)) return 'UNAVAILABLE';
  // Errors of Express and body-parser (http-errors) and of undecodable paths have a status.
  const status = (error as { status?: unknown } | null)?.status;
  if (status === 413) return 'PAYLOAD_TOO_LARGE';
  if (status === 415) return 'UNSUPPORTED_MEDIA_TYPE';
  if (typeof status === 'number' && status >= 400 && status < 500) return 'MALFORMED_REQUEST';
  return 'INTERNAL';
}
