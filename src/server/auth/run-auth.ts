import { atBase } from '../../shared/base-path.ts';
import { SECOND_FACTOR_PATH, toCallbackUrl } from '../../shared/callback-url.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import { Auth } from '@auth/core';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { emailAddress, linkToken } from '../../shared/schemas/fields.ts';
import { providerType } from '../identity-providers/registry.ts';
import { createAuthConfig } from './auth-config.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { afterSignIn } from './after-sign-in.ts';
import { callbackUrlOf, checkEmailPage, toWebRequest, type AuthRequest } from './auth-request.ts';
import { CHECK_COOKIES } from './cookies.ts';
import { signInWithCredentials } from './credentials.ts';
import { findAppError, toErrorCode } from './error-codes.ts';
import { createFlowState } from './flow-state.ts';
import { openIntent } from './intent.ts';
import { CREDENTIALS_PROVIDER_ID, EMAIL_PROVIDER_ID, isOwnProvider } from './providers.ts';

interface AuthAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly cookies: readonly string[];
  /** Of the redirect, or of `{ url }`. */
  readonly location: string | null;
  readonly failure: { readonly code: ErrorCode; readonly error: unknown } | null;
}

/** Runs one action of Auth.js on our fixed origin. A failure gets a code of our catalogue. */
export async function runAuth(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  if (request.action !== 'callback' || request.providerId !== EMAIL_PROVIDER_ID)
    return runAction(deps, request);
  const query = toMailedLinkQuery(request.query);
  return query === null
    ? toFailedAnswer(deps, request, 'Verification', new Error('no address or no token'))
    : runAction(deps, { ...request, query });
}

/** Auth.js passes any text to the adapter, which could then find another kind of request, such as a reset. */
function toMailedLinkQuery(query: URLSearchParams): URLSearchParams | null {
  const email = emailAddress.safeParse(query.get('email'));
  const token = linkToken.safeParse(query.get('token'));
  if (!email.success || !token.success) return null;
  const checked = new URLSearchParams(query);
  checked.set('email', email.data);
  return checked;
}

async function runAction(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  const { origin, authBasePath } = deps.settings;
  const provider = request.providerId === null ? null : findProviderType(deps, request.providerId);
  if (request.providerId === CREDENTIALS_PROVIDER_ID) return runCredentials(deps, request);
  if (request.providerId !== null && provider === null)
    return toFailedAnswer(deps, request, 'Signin', new Error('no such provider'));

  const state =
    request.action === 'callback' ? (request.query.get('state') ?? request.body['state'] ?? null) : null;
  const intent =
    request.action === 'callback' && request.providerId !== null
      ? await openIntent(deps, request.cookies.intent, { provider: request.providerId, state })
      : null;
  const flow = createFlowState(intent);

  const response = await Auth(toWebRequest(deps, request), createAuthConfig(deps, request, flow));
  const text = await response.text();
  const { failure, failedAdapterMethod: adapterMethod } = flow;
  if (failure !== null) {
    const code = toErrorCode(failure, { action: request.action, providerType: provider, adapterMethod });
    const answer = toFailedAnswer(deps, request, code, failure, intent?.callbackPath);
    return { ...answer, cookies: [...answer.cookies, ...flow.cookies] };
  }
  const { signIn } = flow;
  const ownCookies = [...flow.cookies, ...deps.cookies.setAll(signIn?.cookies ?? [])];
  const dropped = signIn?.status === 'second-factor' ? [deps.cookies.name('session')] : [];
  const cookies = [...withoutReplaced(response.headers.getSetCookie(), ownCookies, dropped), ...ownCookies];

  let location = response.headers.get('location');
  if (request.action === 'signin' && provider === 'email') {
    location = checkEmailPage(request, deps.settings);
  }
  if (request.action === 'callback' && request.cookies.intent !== undefined)
    cookies.push(deps.cookies.clear('intent'));
  if (location !== null) location = new URL(location, `${origin}${authBasePath}/`).href;
  if (signIn?.status === 'second-factor')
    location = new URL(atBase(deps.settings, SECOND_FACTOR_PATH), origin).href;
  if (location !== null && signIn?.status === 'signed-in') {
    const { settings } = deps;
    const allowed = toCallbackUrl(location, callbackSiteOf(settings));
    if (allowed !== null) location = new URL(afterSignIn(settings, signIn.user, allowed), origin).href;
  }
  if (location !== null) return { ...toRedirect(request, location), cookies, failure: null };
  const contentType = response.headers.get('content-type');
  return { status: response.status, contentType, body: text, cookies, location, failure: null };
}

/** Drops Auth.js's session cookie: the sign-in sets its own, or waits for its second factor. */
function withoutReplaced(
  cookies: readonly string[],
  replacements: readonly string[],
  dropped: readonly string[],
): string[] {
  const nameOf = (cookie: string) => cookie.slice(0, cookie.indexOf('='));
  const names = new Set([...replacements.map(nameOf), ...dropped]);
  return cookies.filter((cookie) => !names.has(nameOf(cookie)));
}

/** Auth.js checks the CSRF token first: without it, the answer is `Signin`. */
async function runCredentials(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  if (request.method !== 'POST') return toFailedAnswer(deps, request, 'Signin', new Error('not a form post'));
  const csrfAnswer = await runAuth(deps, { ...request, action: 'signin', providerId: null });
  if (csrfAnswer.failure) return csrfAnswer;
  try {
    const { location, cookies } = await signInWithCredentials(deps, request);
    return { ...toRedirect(request, location), cookies, failure: null };
  } catch (error) {
    const flow = { action: request.action, providerType: 'credentials', adapterMethod: null } as const;
    return toFailedAnswer(deps, request, toErrorCode(error, flow), error);
  }
}

function toRedirect(
  request: AuthRequest,
  location: string,
): Pick<AuthAnswer, 'status' | 'contentType' | 'body' | 'location'> {
  return request.returnRedirect
    ? { status: 200, contentType: 'application/json', body: JSON.stringify({ url: location }), location }
    : { status: request.method === 'POST' ? 303 : 302, contentType: null, body: '', location };
}

/** A cancelled sign-in: RFC 6749, section 4.1.2.1, and words of Apple and LinkedIn. */
const CANCELLED = new Set(['access_denied', 'user_cancelled_authorize', 'user_cancelled_login']);

function isCancelled({ action, query, body }: AuthRequest): boolean {
  return action === 'callback' && CANCELLED.has(body['error'] ?? query.get('error') ?? '');
}

function findProviderType(deps: AuthDependencies, id: string): 'oidc' | 'oauth' | 'email' | null {
  if (id === EMAIL_PROVIDER_ID) return 'email';
  const provider = deps.identityProviders.get(id);
  return provider ? providerType(provider) : null;
}

/** Clears the check cookies, which Auth.js leaves on errors and which would break the next try. */
function toFailedAnswer(
  deps: AuthDependencies,
  request: AuthRequest,
  code: ErrorCode,
  error: unknown,
  startPage?: string,
): AuthAnswer {
  const { settings } = deps;
  if (request.action === 'session' || request.action === 'csrf' || request.action === 'providers') {
    return {
      status: ERRORS[code].status,
      contentType: 'application/json',
      body: JSON.stringify({
        error: { message: ERRORS[code].message, data: { appCode: code, requestId: request.requestId } },
      }),
      cookies: [],
      location: null,
      failure: { code, error },
    };
  }
  const callbackUrl = callbackUrlOf(request, settings);
  const signInPage = atBase(settings, '/sign-in');
  const errorPage = ERRORS[code].place === 'error' ? atBase(settings, '/error') : signInPage;
  const page = new URL(startPage ?? errorPage, settings.origin);
  page.searchParams.set('error', code);
  page.searchParams.set('requestId', request.requestId);
  if (isCancelled(request)) page.searchParams.set('cancelled', 'true');
  const retryAfter = findAppError(error)?.retryAfter;
  if (retryAfter !== undefined) page.searchParams.set('retryAfter', String(retryAfter));
  if (startPage === undefined && callbackUrl !== null && page.pathname === signInPage) {
    page.searchParams.set('callbackUrl', callbackUrl);
  }
  // A failed mailed link in one tab must not end a provider's flow in another.
  const isProviderFlow = request.action === 'callback' && !isOwnProvider(request.providerId);
  const flowCookies = isProviderFlow ? [...CHECK_COOKIES, 'intent' as const] : [];
  return {
    ...toRedirect(request, page.href),
    cookies: flowCookies
      .filter((kind) => request.cookies[kind] !== undefined)
      .map((kind) => deps.cookies.clear(kind)),
    failure: { code, error },
  };
}
