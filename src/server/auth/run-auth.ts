import { Auth, skipCSRFCheck, type AuthConfig } from '@auth/core';
import type { Account, Profile } from '@auth/core/types';
import { ObjectId } from 'mongodb';
import { toCallbackPath, DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { ERRORS, type ErrorCode } from '../../shared/errors.ts';
import { SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { emailAddress } from '../../shared/schemas/fields.ts';
import { logAuthEvent } from '../auth-event.ts';
import { AppError } from '../app-error.ts';
import type { Dependencies } from '../dependencies.ts';
import { recordAccountUse, type RemoteProfile } from '../domain/accounts.ts';
import { requireAdmission } from '../domain/admission.ts';
import { keepPendingLink } from '../domain/pending-links.ts';
import { sealTokens } from '../domain/provider-tokens.ts';
import { requestSignInMail } from '../domain/sign-in-mail.ts';
import { readSession, toSession } from '../domain/sessions.ts';
import type { ProviderAccount } from '../domain/users.ts';
import { providerType } from '../identity-providers/registry.ts';
import { createToken } from '../secrets.ts';
import { callbackPathOf, checkEmailPage, toWebRequest, type AuthRequest } from './auth-request.ts';
import { createAdapter, type AdapterRequest } from './adapter.ts';
import { CHECK_COOKIES, type CookieJar, type CookieKind } from './cookies.ts';
import { toErrorCode } from './error-codes.ts';
import { openIntent } from './intent.ts';
import { applyLinkingPolicy } from './linking-policy.ts';
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
  if (request.providerId !== null && provider === null) return refuseUnknownProvider(deps, request);

  let failure: unknown = null;
  let adapterMethod: string | null = null;
  const ownCookies: string[] = [];
  const state =
    request.action === 'callback' ? (request.query.get('state') ?? request.body['state'] ?? null) : null;
  const intent =
    request.action === 'callback' && request.providerId !== null
      ? await openIntent(deps, request.cookies.intent, { provider: request.providerId, state })
      : null;
  const config = createConfig(deps, request, intent, {
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

/**
 * Auth.js's documents offer `credentials` as a provider; here a password is a procedure's matter, since Auth.js cannot keep such a sign-in
 * in a database session. So nothing that is posted there belongs to an account. Its CSRF token is checked first, by
 * Auth.js itself: without it the answer is `Signin`, as everywhere.
 */
async function refuseUnknownProvider(deps: AuthDependencies, request: AuthRequest): Promise<AuthAnswer> {
  if (request.providerId !== 'credentials' || request.method !== 'POST') {
    return failed(deps, request, 'Signin', new Error('no such provider'));
  }
  const checked = await runAuth(deps, { ...request, action: 'signin', providerId: null });
  return checked.failure
    ? checked
    : failed(deps, request, 'CredentialsSignin', new AppError('CredentialsSignin'));
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
  on: {
    onError: (error: unknown) => void;
    onAdapterError: (method: string) => void;
    onCookie: (cookie: string) => void;
  },
): AuthConfig {
  const { settings, cookies } = deps;
  const adapterRequest: AdapterRequest = {
    client: request.client,
    presentedToken: request.cookies.session ?? null,
    sessionVisible: request.action !== 'callback',
    account: null,
  };
  const remote: { current: RemoteProfile } = { current: { label: null, image: null, tokens: null } };
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
        logAuthEvent(deps.log, 'auth.mail-requested', about(request));
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
      signIn: async ({ user, account, profile }) => {
        if (!account || (account.type !== 'oidc' && account.type !== 'oauth')) {
          // Who asks for a mail, or redeems one, proves this address by it.
          requireAdmission(settings, account?.providerAccountId ?? null);
          return true;
        }
        const { provider, providerAccountId, type } = account;
        const owner = { provider, providerAccountId, type };
        remote.current = toRemoteProfile(deps, owner, profile, account);
        const decision = await applyLinkingPolicy(deps, {
          account: owner,
          remote: remote.current,
          provenEmail: provenEmailOf(user),
          claimedEmail: emailAddress.safeParse(profile?.email).data ?? null,
          authTime: typeof profile?.['auth_time'] === 'number' ? profile['auth_time'] : null,
          intent,
          session:
            intent && request.cookies.session ? await readSession(deps, request.cookies.session) : null,
          client: request.client,
        });
        if (decision.kind === 'sign-in') return true;
        if (decision.kind === 'done') return decision.path;
        const { email, proven } = decision;
        const { secret, expires } = await keepPendingLink(deps, {
          account: owner,
          name: user.name ?? null,
          remote: remote.current,
          email,
          emailProven: proven,
          callbackPath: callbackPathOf(request, settings.origin) ?? DEFAULT_CALLBACK_PATH,
        });
        on.onCookie(cookies.set('link', secret, expires));
        if (proven) throw new AppError('OAuthAccountNotLinked');
        return '/confirm-address';
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
        if (!account || !user.id) return;
        logAuthEvent(deps.log, 'auth.sign-in', {
          ...about(request),
          method: account.type === 'email' ? 'email-link' : account.provider,
          userId: user.id,
        });
        if (account.type !== 'oidc' && account.type !== 'oauth') return;
        const { provider, providerAccountId, type } = account;
        // The person is signed in already; that a date could not be written must not undo it.
        await recordAccountUse(
          deps,
          new ObjectId(user.id),
          { provider, providerAccountId, type },
          remote.current,
        ).catch((error: unknown) => deps.log.warn({ err: error, provider }, 'account use not recorded'));
      },
      signOut: () => logAuthEvent(deps.log, 'auth.sign-out', about(request)),
    },
    logger: { error: on.onError, warn: () => {}, debug: () => {} },
  };
}

function about(request: AuthRequest): { requestId: string; ip: string | null } {
  return { requestId: request.requestId, ip: request.client.ip };
}

/**
 * The address by which a person is admitted. A stored user says when it was proven; what comes fresh from a provider has no such date,
 * and `providers.ts` passes on proven addresses only.
 */
function provenEmailOf(user: { email?: string | null; emailVerified?: Date | null }): string | null {
  return user.emailVerified === null ? null : user.email || null;
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

function toRemoteProfile(
  deps: AuthDependencies,
  owner: ProviderAccount,
  profile: Profile | undefined,
  granted: Account,
): RemoteProfile {
  const label = [profile?.email, profile?.preferred_username, profile?.name, profile?.['login']].find(
    (value): value is string => typeof value === 'string' && value !== '',
  );
  const image: unknown = profile?.picture ?? profile?.['avatar_url'];
  return {
    label: label?.slice(0, 254) ?? null,
    image: typeof image === 'string' && image.startsWith('https://') && image.length <= 2048 ? image : null,
    tokens: sealTokens(deps, owner, {
      accessToken: granted.access_token ?? null,
      refreshToken: granted.refresh_token ?? null,
      expiresAt: granted.expires_at === undefined ? null : granted.expires_at * 1000,
    }),
  };
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
