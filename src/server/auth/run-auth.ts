import { Auth } from '@auth/core';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { emailAddress, linkToken } from '../../shared/schemas/fields.ts';
import { providerType } from '../identity-providers/registry.ts';
import { createAuthConfig } from './auth-config.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { callbackPathOf, checkEmailPage, toWebRequest, type AuthRequest } from './auth-request.ts';
import { CHECK_COOKIES } from './cookies.ts';
import { CREDENTIALS_PROVIDER_ID, signInWithCredentials } from './credentials.ts';
import { findAppError, toErrorCode } from './error-codes.ts';
import { openIntent } from './intent.ts';
import { EMAIL_PROVIDER_ID } from './providers.ts';

export interface AuthAnswer {
  readonly status: number;
  readonly contentType: string | null;
  readonly body: string;
  readonly cookies: readonly string[];
  /** Where it leads, redirect or `{ url }`. */
  readonly location: string | null;
  readonly failure: { readonly code: ErrorCode; readonly error: unknown } | null;
}

/** Runs one of Auth.js's actions on our fixed origin, with a configuration of its own, and gives its failure our code. */
export async function runAuth(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  if (request.action !== 'callback' || request.providerId !== EMAIL_PROVIDER_ID)
    return runAction(deps, request);
  const query = mailedLinkIn(request.query);
  return query === null
    ? failed(deps, request, 'Verification', new Error('no address or no token'))
    : runAction(deps, { ...request, query });
}

/**
 * The parameters of a link that was mailed, or `null`. Auth.js hands any text, and none at all, to the adapter, which would then look for requests of
 * another kind: a password reset, a number.
 */
function mailedLinkIn(query: URLSearchParams): URLSearchParams | null {
  const email = emailAddress.safeParse(query.get('email'));
  const token = linkToken.safeParse(query.get('token'));
  if (!email.success || !token.success) return null;
  const read = new URLSearchParams(query);
  read.set('email', email.data);
  return read;
}

async function runAction(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  const { origin, authBasePath } = deps.settings;
  const provider = request.providerId === null ? null : findProviderType(deps, request.providerId);
  if (request.providerId === CREDENTIALS_PROVIDER_ID) return runCredentials(deps, request);
  if (request.providerId !== null && provider === null)
    return failed(deps, request, 'Signin', new Error('no such provider'));

  let failure: unknown = null;
  let adapterMethod: string | null = null;
  const ownCookies: string[] = [];
  const state =
    request.action === 'callback' ? (request.query.get('state') ?? request.body['state'] ?? null) : null;
  const intent =
    request.action === 'callback' && request.providerId !== null
      ? await openIntent(deps, request.cookies.intent, { provider: request.providerId, state })
      : null;
  const config = createAuthConfig(deps, request, intent, {
    onError: (error) => (failure ??= error),
    onAdapterError: (method) => (adapterMethod ??= method),
    onCookie: (cookie) => ownCookies.push(cookie),
  });

  const response = await Auth(toWebRequest(deps, request), config);
  const text = await response.text();
  const cookies = [...response.headers.getSetCookie(), ...ownCookies];
  if (failure !== null) {
    const code = toErrorCode(failure, { action: request.action, providerType: provider, adapterMethod });
    const answer = failed(deps, request, code, failure, intent?.callbackPath);
    return { ...answer, cookies: [...answer.cookies, ...ownCookies] };
  }

  let location = response.headers.get('location');
  if (request.action === 'signin' && provider === 'email') {
    location = checkEmailPage(request, origin);
  }
  if (request.action === 'callback' && request.cookies.intent !== undefined)
    cookies.push(deps.cookies.clear('intent'));
  if (location !== null) location = new URL(location, `${origin}${authBasePath}/`).href;
  if (location !== null) return { ...leadingTo(request, location), cookies, failure: null };
  const contentType = response.headers.get('content-type');
  return { status: response.status, contentType, body: text, cookies, location, failure: null };
}

/** A form's name and password. Its CSRF token is checked first, by Auth.js itself: without it the answer is `Signin`, as everywhere. */
async function runCredentials(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  if (request.method !== 'POST') return failed(deps, request, 'Signin', new Error('not a form post'));
  const checked = await runAuth(deps, { ...request, action: 'signin', providerId: null });
  if (checked.failure) return checked;
  try {
    const { location, cookies } = await signInWithCredentials(deps, request);
    return { ...leadingTo(request, location), cookies, failure: null };
  } catch (error) {
    const flow = { action: request.action, providerType: 'credentials', adapterMethod: null } as const;
    return failed(deps, request, toErrorCode(error, flow), error);
  }
}

/** To an address, by redirect or in the body for a program. */
function leadingTo(
  request: AuthRequest,
  location: string,
): Pick<AuthAnswer, 'status' | 'contentType' | 'body' | 'location'> {
  return request.returnRedirect
    ? { status: 200, contentType: 'application/json', body: JSON.stringify({ url: location }), location }
    : { status: request.method === 'POST' ? 303 : 302, contentType: null, body: '', location };
}

function findProviderType(deps: AuthDependencies, id: string): 'oidc' | 'oauth' | 'email' | null {
  if (id === EMAIL_PROVIDER_ID) return 'email';
  const provider = deps.identityProviders.get(id);
  return provider ? providerType(provider) : null;
}

/**
 * A failed flow: back to where the flow was asked from, or to the page where its code is shown. The check cookies go with it, since
 * Auth.js drops Set-Cookie on errors and they would spoil the next try.
 */
function failed(
  deps: AuthDependencies,
  request: AuthRequest,
  code: ErrorCode,
  error: unknown,
  askedFrom?: string,
): AuthAnswer {
  const { origin } = deps.settings;
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
  const callbackPath = callbackPathOf(request, origin);
  const page = new URL(askedFrom ?? (ERRORS[code].place === 'error' ? '/error' : '/sign-in'), origin);
  page.searchParams.set('error', code);
  page.searchParams.set('requestId', request.requestId);
  const retryAfter = findAppError(error)?.retryAfter;
  if (retryAfter !== undefined) page.searchParams.set('retryAfter', String(retryAfter));
  if (askedFrom === undefined && callbackPath !== null && page.pathname === '/sign-in') {
    page.searchParams.set('callbackUrl', callbackPath);
  }
  // Only a provider's flow has check cookies; a link or password that fails in one tab leaves the flow of another alone.
  const isOver =
    request.action === 'callback' &&
    request.providerId !== EMAIL_PROVIDER_ID &&
    request.providerId !== CREDENTIALS_PROVIDER_ID;
  const over = isOver ? [...CHECK_COOKIES, 'intent' as const] : [];
  return {
    ...leadingTo(request, page.href),
    cookies: over
      .filter((kind) => request.cookies[kind] !== undefined)
      .map((kind) => deps.cookies.clear(kind)),
    failure: { code, error },
  };
}
