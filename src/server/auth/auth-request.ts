import { atBase } from '../../shared/base-path.ts';
import { toCallbackUrl } from '../../shared/callback-url.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import type { CookieKind } from './cookies.ts';
import type { AuthAction } from './error-codes.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import {
  hashesOfVerificationToken,
  hashVerificationToken,
  isEqual,
  type Secrets,
} from '../crypto/secrets.ts';

export interface AuthRequest {
  readonly method: 'GET' | 'POST';
  readonly action: AuthAction;
  readonly providerId: string | null;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, string>>;
  readonly cookies: Partial<Record<CookieKind, string>>;
  readonly requestContext: RequestContext;
  readonly requestId: string;
  /** Answer `{ url }` instead of a redirect (`X-Auth-Return-Redirect`). */
  readonly returnRedirect: boolean;
  /** Only for procedures, whose calls passed our own origin check. */
  readonly skipCsrf: boolean;
  /** Parameters of the authorization request (`prompt`, `max_age`). Only our own code sets them. */
  readonly authorization?: Readonly<Record<string, string>>;
}

/** The request as Auth.js reads it: on our origin, not the `Host` header's, with our cookies only. */
export function toWebRequest(deps: AuthDependencies, request: AuthRequest): Request {
  const { origin, authBasePath } = deps.settings;
  const provider = request.providerId === null ? '' : `/${request.providerId}`;
  const url = new URL(`${origin}${authBasePath}/${request.action}${provider}`);
  // Auth.js copies this query into the authorization request, even `redirect_uri`. So it is dropped.
  url.search = (
    request.action === 'signin' ? new URLSearchParams(request.authorization) : request.query
  ).toString();

  const pairs = (Object.keys(request.cookies) as CookieKind[]).flatMap((kind) => {
    const value = request.cookies[kind];
    // Auth.js answers 500 when it cannot read the callback URL, even in its own cookie.
    const isUnreadable =
      kind === 'callback-url' && toCallbackUrl(value ?? '', callbackSiteOf(deps.settings)) === null;
    if (value === undefined || isUnreadable) return [];
    const current = kind === 'csrf' ? withCurrentSecret(deps.settings, value) : value;
    return [`${deps.cookies.name(kind)}=${encodeURIComponent(current)}`];
  });
  const headers = new Headers({ cookie: pairs.join('; ') });
  if (request.returnRedirect) headers.set('x-auth-return-redirect', '1');
  if (request.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  const callbackUrl = request.query.get('callbackUrl');
  const body = { ...(callbackUrl === null ? {} : { callbackUrl }), ...request.body };
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Auth.js reads its CSRF cookie with the current secret. This also accepts one of the previous secret. */
function withCurrentSecret(secrets: Secrets, cookie: string): string {
  const [token = '', hash = ''] = cookie.split('|');
  const isValid = hashesOfVerificationToken(token, secrets).some((valid) => isEqual(hash, valid));
  return isValid ? `${token}|${hashVerificationToken(token, secrets.authSecret)}` : cookie;
}

export function callbackUrlOf(request: AuthRequest, settings: AuthDependencies['settings']): string | null {
  const callbackUrl =
    request.body['callbackUrl'] ?? request.query.get('callbackUrl') ?? request.cookies['callback-url'];
  if (callbackUrl === undefined || callbackUrl === null || isUnnamed(callbackUrl, settings)) return null;
  return toCallbackUrl(callbackUrl, callbackSiteOf(settings));
}

/** Whether no caller named this URL. Then Auth.js stores our origin, which may not be our start page. */
export function isUnnamed(
  callbackUrl: string,
  { origin, basePath, brand }: AuthDependencies['settings'],
): boolean {
  return callbackUrl === origin && (brand.appUrl !== null || basePath !== '');
}

export function checkEmailPage(request: AuthRequest, settings: AuthDependencies['settings']): string {
  const page = new URL(atBase(settings, '/check-email'), settings.origin);
  const email = request.body['email'];
  if (email !== undefined) page.searchParams.set('email', email.trim().toLowerCase());
  const callbackUrl = callbackUrlOf(request, settings);
  if (callbackUrl !== null) page.searchParams.set('callbackUrl', callbackUrl);
  return page.href;
}
