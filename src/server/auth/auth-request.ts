import { toCallbackPath } from '../../shared/callback-url.ts';
import type { RequestClient } from '../dependencies.ts';
import type { CookieKind } from './cookies.ts';
import type { AuthAction } from './error-codes.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import {
  hashesOfVerificationToken,
  hashVerificationToken,
  isEqual,
  type Secrets,
} from '../crypto/secrets.ts';

/** One of Auth.js’s actions as it was asked for. */
export interface AuthRequest {
  readonly method: 'GET' | 'POST';
  readonly action: AuthAction;
  readonly providerId: string | null;
  readonly query: URLSearchParams;
  readonly body: Readonly<Record<string, string>>;
  readonly cookies: Partial<Record<CookieKind, string>>;
  readonly client: RequestClient;
  readonly requestId: string;
  /** The caller is a program and wants `{ url }` instead of a redirect (`X-Auth-Return-Redirect`). */
  readonly returnRedirect: boolean;
  /** Only for calls that passed our own origin check, the procedures. */
  readonly skipCsrf: boolean;
  /** Parameters for the authorization request (`prompt`, `max_age`), from our own code only. */
  readonly authorization?: Readonly<Record<string, string>>;
}

/** The request as Auth.js reads it: on our origin whatever `Host` said, with our cookies and nothing else of the headers. */
export function toWebRequest(deps: AuthDependencies, request: AuthRequest): Request {
  const { origin, authBasePath } = deps.settings;
  const provider = request.providerId === null ? '' : `/${request.providerId}`;
  const url = new URL(`${origin}${authBasePath}/${request.action}${provider}`);
  // Auth.js adds the query of a sign-in to the authorization request, `redirect_uri` and all: nothing of a stranger's link gets there.
  url.search = (
    request.action === 'signin' ? new URLSearchParams(request.authorization) : request.query
  ).toString();

  const pairs = (Object.keys(request.cookies) as CookieKind[]).flatMap((kind) => {
    const value = request.cookies[kind];
    // Auth.js answers 500 to a callback URL that it cannot read, its own cookie included.
    const unreadable = kind === 'callback-url' && toCallbackPath(value ?? '', origin) === null;
    if (value === undefined || unreadable) return [];
    const read = kind === 'csrf' ? withPresentSecret(deps.settings, value) : value;
    return [`${deps.cookies.name(kind)}=${encodeURIComponent(read)}`];
  });
  const headers = new Headers({ cookie: pairs.join('; ') });
  if (request.returnRedirect) headers.set('x-auth-return-redirect', '1');
  if (request.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  const callbackUrl = request.query.get('callbackUrl');
  const body = { ...(callbackUrl === null ? {} : { callbackUrl }), ...request.body };
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Auth.js reads its CSRF cookie, `token|hash`, with the present secret alone. One of the previous secret is as good. */
function withPresentSecret(secrets: Secrets, cookie: string): string {
  const [token = '', hash = ''] = cookie.split('|');
  const isOurs = hashesOfVerificationToken(token, secrets).some((each) => isEqual(hash, each));
  return isOurs ? `${token}|${hashVerificationToken(token, secrets.authSecret)}` : cookie;
}

export function callbackPathOf(request: AuthRequest, origin: string): string | null {
  const given =
    request.body['callbackUrl'] ?? request.query.get('callbackUrl') ?? request.cookies['callback-url'];
  return given === undefined || given === null ? null : toCallbackPath(given, origin);
}

export function checkEmailPage(request: AuthRequest, origin: string): string {
  const page = new URL('/check-email', origin);
  const email = request.body['email'];
  if (email !== undefined) page.searchParams.set('email', email.trim().toLowerCase());
  const callbackPath = callbackPathOf(request, origin);
  if (callbackPath !== null) page.searchParams.set('callbackUrl', callbackPath);
  return page.href;
}
