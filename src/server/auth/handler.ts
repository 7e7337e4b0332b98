import express, { Router, type Request, type Response } from 'express';
import { toCallbackPath } from '../../shared/callback-url.ts';
import { AUTH_MAX_BODY_BYTES } from '../../shared/limits.ts';
import { logAuthEvent } from '../auth-event.ts';
import { isSameOrigin } from '../http/origin-check.ts';
import { clientOf, requestIdOf, sendError } from '../http/request.ts';
import type { AuthAction } from './error-codes.ts';
import { CREDENTIALS_PROVIDER_ID } from './credentials.ts';
import { createLogAction } from './log-action.ts';
import { EMAIL_PROVIDER_ID } from './providers.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { runAuth } from './run-auth.ts';

/** Auth.js's actions and what each accepts; anything else is 404, another method 405. */
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

/** The catch-all route under `AUTH_BASE_PATH`: an action, and for some a provider id. */
export function createAuthRouter(deps: AuthDependencies): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.use('/_log', createLogAction(deps));
  router.use(express.json({ limit: AUTH_MAX_BODY_BYTES }));
  router.use(express.urlencoded({ extended: false, limit: AUTH_MAX_BODY_BYTES }));
  router.all('/:action{/:provider}', (req, res, next) => {
    answer(deps, req, res).catch(next);
  });
  return router;
}

async function answer(deps: AuthDependencies, req: Request, res: Response): Promise<void> {
  res.set('Cache-Control', 'private, no-store');
  const { action, provider } = req.params as { action: string; provider?: string };
  if (!isAction(action)) return sendError(req, res, 'NOT_FOUND');
  const rule = ACTIONS[action];
  if (
    (provider === undefined && rule.provider === 'must') ||
    (provider !== undefined && rule.provider === 'never')
  ) {
    return sendError(req, res, 'NOT_FOUND');
  }
  if (!rule.methods.includes(req.method)) {
    res.set('Allow', rule.methods.join(', '));
    return sendError(req, res, 'METHOD_NOT_ALLOWED');
  }
  // A provider may answer by form post from its own origin; the state cookie guards that one.
  const fromProvider =
    action === 'callback' && provider !== EMAIL_PROVIDER_ID && provider !== CREDENTIALS_PROVIDER_ID;
  if (req.method === 'POST' && !fromProvider && !passesOriginCheck(req, deps.settings.origin)) {
    return sendError(req, res, 'FOREIGN_ORIGIN');
  }

  const query = toQuery(req);
  const body = toFields(req.body);
  if (!query || !body) return sendError(req, res, 'INVALID_INPUT');
  const callbackUrl = body['callbackUrl'] ?? query.get('callbackUrl');
  if (
    callbackUrl !== undefined &&
    callbackUrl !== null &&
    toCallbackPath(callbackUrl, deps.settings.origin) === null
  ) {
    return sendError(req, res, 'INVALID_INPUT');
  }

  if (action === 'callback' && provider === EMAIL_PROVIDER_ID && req.method === 'GET') {
    // A link that is only looked at, by a person or a mail scanner, stays whole: the confirm page's button consumes it.
    const confirm = new URL('/confirm', deps.settings.origin);
    for (const name of ['email', 'token', 'callbackUrl']) {
      const value = query.get(name);
      if (value !== null) confirm.searchParams.set(name, value);
    }
    res.redirect(302, confirm.href);
    return;
  }

  // Another process may have registered it a moment ago.
  const isOwn = provider === EMAIL_PROVIDER_ID || provider === CREDENTIALS_PROVIDER_ID;
  if (provider !== undefined && !isOwn) await deps.identityProviders.find(provider);

  const result = await runAuth(deps, {
    method: req.method as 'GET' | 'POST',
    action,
    providerId: provider ?? null,
    query,
    body,
    cookies: deps.cookies.read(req.headers.cookie),
    client: clientOf(req),
    requestId: requestIdOf(req),
    returnRedirect: req.get('x-auth-return-redirect') !== undefined,
    skipCsrf: false,
  });
  if (result.failure) {
    const { code, error } = result.failure;
    const { ip } = clientOf(req);
    logAuthEvent(deps.log, 'auth.failed', {
      requestId: requestIdOf(req),
      at: action,
      method: provider ?? null,
      ip,
      code,
      err: error,
    });
  }
  for (const cookie of result.cookies) res.append('Set-Cookie', cookie);
  if (result.contentType) res.type(result.contentType);
  if (result.status >= 300 && result.status < 400 && result.location) res.location(result.location);
  res.status(result.status).send(result.body);
}

function isAction(action: string): action is AuthAction {
  return Object.hasOwn(ACTIONS, action);
}

/** Auth.js's forms carry a CSRF token of their own, so a program without `Origin` may hold cookies here; a browser always says. */
function passesOriginCheck(req: Request, origin: string): boolean {
  const silent = req.get('origin') === undefined && req.get('sec-fetch-site') === undefined;
  return silent || isSameOrigin(req, origin);
}

/** `null` when a parameter is given twice: two readers would pick different ones. */
function toQuery(req: Request): URLSearchParams | null {
  const query = new URL(req.url, 'http://foyer.invalid').searchParams;
  return new Set(query.keys()).size === query.size ? query : null;
}

/** `null` when the body is not a flat set of texts, as in `{"email":{"$ne":1}}`. */
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
