import { atBase } from '../../shared/base-path.ts';
import express, { Router, type Request, type Response } from 'express';
import { toCallbackUrl } from '../../shared/callback-url.ts';
import { logAuthEvent } from '../log/auth-event.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import { isSameOrigin } from '../http/origin-check.ts';
import { requestContextOf, noteFailure, refuseMethod, requestIdOf, sendError } from '../http/request.ts';
import type { AuthAction } from './error-codes.ts';
import { createLogAction } from './log-action.ts';
import { CREDENTIALS_PROVIDER_ID, EMAIL_PROVIDER_ID, isOwnProvider } from './providers.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { runAuth } from './run-auth.ts';

const AUTH_MAX_BODY_BYTES = 16 * 1024;

/** Another action gets 404, another method 405. */
const ACTIONS: Readonly<
  Record<AuthAction, { methods: readonly string[]; provider: 'never' | 'may' | 'must' }>
> = {
  providers: { methods: ['GET'], provider: 'never' },
  session: { methods: ['GET', 'POST'], provider: 'never' },
  csrf: { methods: ['GET'], provider: 'never' },
  signin: { methods: ['GET', 'POST'], provider: 'may' },
  signout: { methods: ['GET', 'POST'], provider: 'never' },
  callback: { methods: ['GET', 'POST'], provider: 'must' },
  'verify-request': { methods: ['GET'], provider: 'never' },
  error: { methods: ['GET'], provider: 'never' },
};

export function createAuthRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use('/_log', createLogAction(deps));
  router.use(express.json({ limit: AUTH_MAX_BODY_BYTES }));
  router.use(express.urlencoded({ extended: false, limit: AUTH_MAX_BODY_BYTES }));
  router.all('/:action{/:provider}', (req, res, next) => {
    runRequest(deps, req, res).catch(next);
  });
  return router;
}

async function runRequest(deps: AuthDependencies, req: Request, res: Response): Promise<void> {
  res.set('Cache-Control', 'private, no-store');
  const { action, provider } = req.params as { action: string; provider?: string };
  if (!isAction(action)) return sendError(req, res, 'NOT_FOUND');
  const rule = ACTIONS[action];
  if (rule.provider === (provider === undefined ? 'must' : 'never')) return sendError(req, res, 'NOT_FOUND');
  if (!rule.methods.includes(req.method)) return refuseMethod(req, res, rule.methods);
  // A provider may answer with a form post from its own origin. The state cookie protects that callback.
  const isProviderCallback = action === 'callback' && provider !== undefined && !isOwnProvider(provider);
  if (req.method === 'POST' && !isProviderCallback && !passesOriginCheck(req, deps.settings.origin)) {
    return sendError(req, res, 'FOREIGN_ORIGIN');
  }

  const query = toQuery(req);
  const body = toFields(req.body);
  if (!query || !body) return sendError(req, res, 'INVALID_INPUT');
  if (req.method === 'POST' && isProviderCallback && !passesOriginCheck(req, deps.settings.origin)) {
    const found = await deps.identityProviders.find(provider);
    // Any other text could lead the browser out of this path.
    if (!found) return sendError(req, res, 'NOT_FOUND');
    return redirectFormPost(res, `${deps.settings.authBasePath}/callback/${found.id}`, body);
  }
  const callbackUrl = body['callbackUrl'] ?? query.get('callbackUrl');
  if (
    callbackUrl !== undefined &&
    callbackUrl !== null &&
    toCallbackUrl(callbackUrl, callbackSiteOf(deps.settings)) === null
  ) {
    return sendError(req, res, 'INVALID_INPUT');
  }

  if (action === 'callback' && provider === EMAIL_PROVIDER_ID && req.method === 'GET') {
    // Opening the link does not consume it, because mail scanners open links. The confirm page's button does.
    const confirm = new URL(atBase(deps.settings, '/confirm'), deps.settings.origin);
    for (const name of ['email', 'token', 'callbackUrl']) {
      const value = query.get(name);
      if (value !== null) confirm.searchParams.set(name, value);
    }
    res.redirect(302, confirm.href);
    return;
  }

  // Another process may have registered it a moment ago.
  if (provider !== undefined && !isOwnProvider(provider)) await deps.identityProviders.find(provider);

  const formPost = isProviderCallback && req.method === 'GET' ? fieldsOfFormPost(query) : null;
  const answer = await runAuth(deps, {
    method: formPost ? 'POST' : (req.method as 'GET' | 'POST'),
    action,
    providerId: provider ?? null,
    query: formPost ? new URLSearchParams() : query,
    body: formPost ?? body,
    cookies: deps.cookies.read(req.headers.cookie),
    requestContext: requestContextOf(req),
    requestId: requestIdOf(req),
    returnRedirect: req.get('x-auth-return-redirect') !== undefined,
    skipCsrf: false,
  });
  if (answer.failure) {
    const { code, error } = answer.failure;
    noteFailure(req, code);
    if (action === 'callback') deps.metrics?.signInDecided(methodOf(provider), 'failed');
    const { ip } = requestContextOf(req);
    logAuthEvent(deps.log, 'auth.failed', {
      requestId: requestIdOf(req),
      at: action,
      method: provider ?? null,
      ip,
      code,
      err: error,
    });
  }
  for (const cookie of answer.cookies) res.append('Set-Cookie', cookie);
  if (answer.contentType) res.type(answer.contentType);
  if (answer.status >= 300 && answer.status < 400 && answer.location) res.location(answer.location);
  res.status(answer.status).send(answer.body);
}

function methodOf(provider: string | undefined): string {
  if (provider === EMAIL_PROVIDER_ID) return 'email-link';
  return provider === undefined || provider === CREDENTIALS_PROVIDER_ID ? 'password' : provider;
}

/** The fields of an authorization response (RFC 6749 4.1.2, RFC 9207), and the name that Apple sends. */
const RESPONSE_FIELDS = ['code', 'state', 'iss', 'error', 'error_description', 'user'] as const;
const FORM_POST = ['response_mode', 'form_post'] as const;

/** A form post from the provider's page comes without our SameSite=Lax cookies. A redirect brings them. */
function redirectFormPost(res: Response, path: string, body: Readonly<Record<string, string>>): void {
  const fields = RESPONSE_FIELDS.flatMap((name) => {
    const value = body[name];
    return value === undefined ? [] : [[name, value]];
  });
  res.redirect(303, `${path}?${new URLSearchParams([...fields, [...FORM_POST]])}`);
}

/** Auth.js reads the answer of a provider with `response_mode=form_post` from the body alone. */
function fieldsOfFormPost(query: URLSearchParams): Record<string, string> | null {
  return query.get(FORM_POST[0]) === FORM_POST[1] ? Object.fromEntries(query) : null;
}

function isAction(action: string): action is AuthAction {
  return Object.hasOwn(ACTIONS, action);
}

/** A request without an origin may use cookies: browsers send one, and Auth.js's forms have a CSRF token. */
function passesOriginCheck(req: Request, origin: string): boolean {
  const namesNoOrigin = req.get('origin') === undefined && req.get('sec-fetch-site') === undefined;
  return namesNoOrigin || isSameOrigin(req, origin);
}

/** `null` when a parameter is given twice: two readers could use different values. */
function toQuery(req: Request): URLSearchParams | null {
  const query = new URL(req.url, 'http://foyer.invalid').searchParams;
  return new Set(query.keys()).size === query.size ? query : null;
}

/** `null` when a field of the body is not a text, as in `{"email":{"$ne":1}}`. */
function toFields(body: unknown): Record<string, string> | null {
  if (body === undefined) return {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const entries = Object.entries(body as Record<string, unknown>).map(([name, value]) => [
    name,
    typeof value === 'boolean' || typeof value === 'number' ? String(value) : value,
  ]);
  if (!entries.every(([, value]) => typeof value === 'string')) return null;
  return Object.fromEntries(entries) as Record<string, string>;
}
