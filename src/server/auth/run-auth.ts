import { Auth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import type { Profile } from '@auth/core/types';
import { ObjectId } from 'mongodb';
import { toCallbackPath, DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import type { Dependencies, RequestClient } from '../dependencies.ts';
import { recordAccountUse, type RemoteProfile } from '../domain/accounts.ts';
import { requestSignInMail } from '../domain/sign-in-mail.ts';
import { readSession, toSession } from '../domain/sessions.ts';
import { providerType } from '../identity-providers/registry.ts';
import { createToken } from '../secrets.ts';
import { createAdapter, type AdapterRequest } from './adapter.ts';
import { CHECK_COOKIES, type CookieJar, type CookieKind } from './cookies.ts';
import { toErrorCode, type AuthAction } from './error-codes.ts';
import { openIntent } from './intent.ts';
import { finishLink } from './linking-policy.ts';
import {
  CHECK_COOKIE_MAX_AGE_SECONDS,
  createEmailProvider,
  EMAIL_PROVIDER_ID,
  type ProviderFactory,
} from './providers.ts';

export interface AuthDependencies extends Dependencies {
  readonly cookies: CookieJar;
  readonly makeProvider: ProviderFactory;
}

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
  const { origin, authBasePath } = deps.settings;
  const provider = request.providerId === null ? null : findProviderType(deps, request.providerId);
  if (request.providerId !== null && provider === null) {
    return failed(deps, request, 'Signin', new Error('no such provider'));
  }

  let failure: unknown = null;
  let adapterMethod: string | null = null;
  const state =
    request.action === 'callback' ? (request.query.get('state') ?? request.body['state'] ?? null) : null;
  const intent =
    request.action === 'callback' && request.providerId !== null
      ? await openIntent(deps, request.cookies.intent, { provider: request.providerId, state })
      : null;
  const config = createConfig(deps, request, intent, {
    onError: (error) => (failure ??= error),
    onAdapterError: (method) => (adapterMethod ??= method),
  });

  const response = await Auth(toWebRequest(deps, request), config);
  const text = await response.text();
  const cookies = response.headers.getSetCookie();
  if (failure !== null) {
    const code = toErrorCode(failure, { action: request.action, providerType: provider, adapterMethod });
    return failed(deps, request, code, failure, intent?.callbackPath);
  }

  let location = response.headers.get('location');
  if (request.action === 'signin' && provider === 'email') {
    location = checkEmailPage(request, origin);
  }
  if (request.action === 'callback' && request.cookies.intent !== undefined)
    cookies.push(deps.cookies.clear('intent'));
  if (location !== null) location = new URL(location, `${origin}${authBasePath}/`).href;
  const isJsonUrl = request.returnRedirect && location !== null;
  return {
    status: isJsonUrl ? 200 : location === null ? response.status : request.method === 'POST' ? 303 : 302,
    contentType: isJsonUrl ? 'application/json' : response.headers.get('content-type'),
    body: isJsonUrl ? JSON.stringify({ url: location }) : location === null ? text : '',
    cookies,
    location,
    failure: null,
  };
}

function findProviderType(deps: AuthDependencies, id: string): 'oidc' | 'oauth' | 'email' | null {
  if (id === EMAIL_PROVIDER_ID) return 'email';
  const provider = deps.identityProviders.get(id);
  return provider ? providerType(provider) : null;
}

function createConfig(
  deps: AuthDependencies,
  request: AuthRequest,
  intent: Awaited<ReturnType<typeof openIntent>>,
  on: { onError: (error: unknown) => void; onAdapterError: (method: string) => void },
): AuthConfig {
  const { settings, cookies } = deps;
  const adapterRequest: AdapterRequest = {
    client: request.client,
    presentedToken: request.cookies.session ?? null,
    sessionVisible: request.action !== 'callback',
    account: null,
  };
  const remote: { current: RemoteProfile } = { current: { label: null, image: null } };
  const attributes = {
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: settings.origin.startsWith('https:'),
  };
  const cookie = (kind: CookieKind, maxAge?: number) => ({
    name: cookies.name(kind),
    options: { ...attributes, ...(maxAge === undefined ? {} : { maxAge }) },
  });

  return {
    basePath: settings.authBasePath,
    secret: settings.authSecret,
    trustHost: true,
    useSecureCookies: attributes.secure,
    ...(request.skipCsrf ? { skipCSRFCheck } : {}),
    session: {
      strategy: 'database',
      maxAge: SESSION_MAX_AGE_MS / 1000,
      updateAge: SESSION_RENEW_AFTER_MS / 1000,
      generateSessionToken: createToken,
    },
    pages: { signIn: '/sign-in', signOut: '/sign-out', error: '/error', verifyRequest: '/check-email' },
    cookies: {
      sessionToken: cookie('session'),
      callbackUrl: cookie('callback-url'),
      csrfToken: cookie('csrf'),
      state: cookie('state', CHECK_COOKIE_MAX_AGE_SECONDS),
      nonce: cookie('nonce', CHECK_COOKIE_MAX_AGE_SECONDS),
      pkceCodeVerifier: cookie('pkce', CHECK_COOKIE_MAX_AGE_SECONDS),
    },
    providers: [
      ...deps.identityProviders.list().map(deps.makeProvider),
      createEmailProvider(settings, async (email) => {
        await requestSignInMail(deps, {
          email,
          callbackPath: callbackPathOf(request, settings.origin),
          client: request.client,
        });
      }),
    ],
    adapter: reportingErrors(
      {
        ...createAdapter(deps, adapterRequest),
        // The e-mail provider above stores its token together with the code; Auth.js's own copy would replace it.
        ...(request.action === 'signin' ? { createVerificationToken: (token) => token } : {}),
      },
      on.onAdapterError,
    ),
    callbacks: {
      redirect: ({ url }) =>
        settings.origin + (toCallbackPath(url, settings.origin) ?? DEFAULT_CALLBACK_PATH),
      signIn: async ({ account, profile }) => {
        if (!account || (account.type !== 'oidc' && account.type !== 'oauth')) return true;
        remote.current = toRemoteProfile(profile);
        if (!intent) return true;
        const session = request.cookies.session ? await readSession(deps, request.cookies.session) : null;
        const { provider, providerAccountId, type } = account;
        return finishLink(deps, {
          intent,
          session,
          account: { provider, providerAccountId, type },
          remote: remote.current,
        });
      },
      session: async () => {
        const read = request.cookies.session ? await readSession(deps, request.cookies.session) : null;
        if (!read) return { user: {}, expires: new Date(0).toISOString() };
        const { user, expires } = toSession(read);
        return { user, expires };
      },
    },
    events: {
      signIn: async ({ user, account }) => {
        if (!account || !user.id || (account.type !== 'oidc' && account.type !== 'oauth')) return;
        const { provider, providerAccountId, type } = account;
        // The person is signed in already; that a date could not be written must not undo it.
        await recordAccountUse(
          deps,
          new ObjectId(user.id),
          { provider, providerAccountId, type },
          remote.current,
        ).catch((error: unknown) => deps.log.warn({ err: error, provider }, 'account use not recorded'));
      },
    },
    logger: { error: on.onError, warn: () => {}, debug: () => {} },
  };
}

function reportingErrors<T extends object>(adapter: T, onError: (method: string) => void): T {
  return Object.fromEntries(
    Object.entries(adapter).map(([name, method]: [string, (...args: unknown[]) => unknown]) => [
      name,
      async (...args: unknown[]) => {
        try {
          return await method(...args);
        } catch (error) {
          onError(name);
          throw error;
        }
      },
    ]),
  ) as T;
}

function toRemoteProfile(profile: Profile | undefined): RemoteProfile {
  const label = [profile?.email, profile?.preferred_username, profile?.name, profile?.['login']].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const image = profile?.picture as unknown;
  return {
    label: label?.slice(0, 254) ?? null,
    image: typeof image === 'string' && image.length <= 2048 ? image : null,
  };
}

/** The request as Auth.js reads it: on our origin whatever `Host` said, with our cookies and nothing else of the headers. */
function toWebRequest(deps: AuthDependencies, request: AuthRequest): Request {
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
    return value === undefined || unreadable
      ? []
      : [`${deps.cookies.name(kind)}=${encodeURIComponent(value)}`];
  });
  const headers = new Headers({ cookie: pairs.join('; ') });
  if (request.returnRedirect) headers.set('x-auth-return-redirect', '1');
  if (request.method === 'GET') return new Request(url, { headers });
  headers.set('content-type', 'application/json');
  const callbackUrl = request.query.get('callbackUrl');
  const body = { ...(callbackUrl === null ? {} : { callbackUrl }), ...request.body };
  return new Request(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

function callbackPathOf(request: AuthRequest, origin: string): string | null {
  const given =
    request.body['callbackUrl'] ?? request.query.get('callbackUrl') ?? request.cookies['callback-url'];
  return given === undefined || given === null ? null : toCallbackPath(given, origin);
}

function checkEmailPage(request: AuthRequest, origin: string): string {
  const page = new URL('/check-email', origin);
  const email = request.body['email'];
  if (email !== undefined) page.searchParams.set('email', email.trim().toLowerCase());
  const callbackPath = callbackPathOf(request, origin);
  if (callbackPath !== null) page.searchParams.set('callbackUrl', callbackPath);
  return page.href;
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
      body: JSON.stringify({ error: code, message: ERRORS[code].message, requestId: request.requestId }),
      cookies: [],
      location: null,
      failure: { code, error },
    };
  }
  const callbackPath = callbackPathOf(request, origin);
  const page = new URL(askedFrom ?? (ERRORS[code].place === 'error' ? '/error' : '/sign-in'), origin);
  page.searchParams.set('error', code);
  page.searchParams.set('requestId', request.requestId);
  if (askedFrom === undefined && callbackPath !== null && page.pathname === '/sign-in') {
    page.searchParams.set('callbackUrl', callbackPath);
  }
  const over = request.action === 'callback' ? [...CHECK_COOKIES, 'intent' as const] : [];
  return {
    status: request.returnRedirect ? 200 : request.method === 'POST' ? 303 : 302,
    contentType: request.returnRedirect ? 'application/json' : null,
    body: request.returnRedirect ? JSON.stringify({ url: page.href }) : '',
    cookies: over
      .filter((kind) => request.cookies[kind] !== undefined)
      .map((kind) => deps.cookies.clear(kind)),
    location: page.href,
    failure: { code, error },
  };
}
