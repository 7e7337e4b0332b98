import { skipCSRFCheck, type AuthConfig } from '@auth/core';
import type { Account, Profile } from '@auth/core/types';
import { ObjectId } from 'mongodb';
import { toCallbackPath, DEFAULT_CALLBACK_PATH } from '../../shared/callback-url.ts';
import { SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { ProviderAccount } from '../domain/rules/account-key.ts';
import { recordAccountUse, type RemoteProfile } from '../domain/users/accounts.ts';
import { requireAdmission } from '../domain/rules/admission.ts';
import { keepPendingLink } from '../domain/sign-in/pending-links.ts';
import { sealTokens } from '../domain/providers/provider-tokens.ts';
import { nameAtProvider, toRemoteAddress, toRemoteFace } from '../domain/providers/remote-profile.ts';
import { rememberDevice } from '../domain/rules/known-devices.ts';
import { readSession, toSession } from '../domain/sessions/sessions.ts';
import { requestSignInMail } from '../domain/sign-in/sign-in-mail.ts';
import type { IdentityProvider } from '../identity-providers/registry.ts';
import { createToken, hashesOfVerificationToken, secretsOf } from '../crypto/secrets.ts';
import { createAdapter, type AdapterRequest } from './adapter.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { callbackPathOf, type AuthRequest } from './auth-request.ts';
import { codeRequestCookie } from './code-request-cookie.ts';
import type { CookieKind } from './cookies.ts';
import type { FlowIntent } from './intent.ts';
import { applyLinkingPolicy } from './linking-policy.ts';
import { CHECK_COOKIE_MAX_AGE_SECONDS, createEmailProvider } from './providers.ts';

/** What happens inside Auth.js while it answers, which its answer does not tell. */
export interface AuthObserver {
  onError(error: unknown): void;
  onAdapterError(method: string): void;
  /** A cookie of ours that goes with the answer. */
  onCookie(cookie: string): void;
}

/** Auth.js's configuration for one request: it changes what it is given, and ours knows who asks. */
export function createAuthConfig(
  deps: AuthDependencies,
  request: AuthRequest,
  intent: FlowIntent | null,
  on: AuthObserver,
): AuthConfig {
  const { settings, cookies } = deps;
  const adapterRequest: AdapterRequest = {
    client: request.client,
    presentedToken: request.cookies.session ?? null,
    device: request.cookies.device,
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

  const adapter = createAdapter(deps, adapterRequest);
  // The check cookies of a flow under way may have been made under the previous secret. Auth.js takes the secrets from here; its type does not
  // tell so.
  const jwt = { maxAge: SESSION_MAX_AGE_MS / 1000, secret: [...secretsOf(settings)] };
  return {
    basePath: settings.authBasePath,
    secret: settings.authSecret,
    jwt,
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
      ...offeredFor(deps, request.providerId).map(deps.makeProvider),
      createEmailProvider(settings, async (email) => {
        const { codeRequest } = await requestSignInMail(deps, {
          email,
          callbackPath: callbackPathOf(request, settings.origin),
          client: request.client,
          device: request.cookies.device,
          browser: request.cookies['sign-up'],
        });
        on.onCookie(codeRequestCookie(deps, request.cookies, codeRequest));
        logAuthEvent(deps.log, 'auth.mail-requested', about(request));
      }),
    ],
    adapter: reportingErrors(
      {
        ...adapter,
        useVerificationToken: async ({ identifier, token }) => {
          // Auth.js hashes with the present secret alone.
          const given = request.query.get('token') ?? '';
          for (const hash of new Set([token, ...hashesOfVerificationToken(given, settings)])) {
            const used = await adapter.useVerificationToken?.({ identifier, token: hash });
            if (used) return used;
          }
          return null;
        },
        // The e-mail provider above stores its token together with the code; Auth.js's own copy would replace it.
        ...(request.action === 'signin' ? { createVerificationToken: (token) => token } : {}),
      },
      (method) => on.onAdapterError(method),
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
          claimedEmail: toRemoteAddress(profile?.email),
          authTime: typeof profile?.['auth_time'] === 'number' ? profile['auth_time'] : null,
          intent,
          session:
            intent && request.cookies.session ? await readSession(deps, request.cookies.session) : null,
          client: request.client,
        });
        if (decision.kind === 'sign-in') return true;
        if (decision.kind === 'done') {
          logAuthEvent(deps.log, intent?.kind === 'link' ? 'auth.linked' : 'auth.reauthenticated', {
            ...about(request),
            method: provider,
            ...(intent ? { userId: intent.userId } : {}),
          });
          return decision.path;
        }
        const { email, proven } = decision;
        const { secret, expires } = await keepPendingLink(deps, {
          account: owner,
          name: user.name ?? null,
          shownName: nameAtProvider(profile ?? {}),
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
        const device = rememberDevice(deps, request.cookies.device, user.id);
        on.onCookie(cookies.set('device', device.value, device.expires));
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
    logger: { error: (error) => on.onError(error), warn: () => {}, debug: () => {} },
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

/** The one that the action is for; for actions that name none, those that are shown to everybody. */
function offeredFor(deps: AuthDependencies, providerId: string | null): readonly IdentityProvider[] {
  if (providerId === null) return deps.identityProviders.list().filter(({ listed }) => listed);
  const provider = deps.identityProviders.get(providerId);
  return provider ? [provider] : [];
}

function toRemoteProfile(
  deps: AuthDependencies,
  owner: ProviderAccount,
  profile: Profile | undefined,
  granted: Account,
): RemoteProfile {
  return {
    ...toRemoteFace(profile ?? {}),
    tokens: sealTokens(deps, owner, {
      accessToken: granted.access_token ?? null,
      refreshToken: granted.refresh_token ?? null,
      expiresAt: granted.expires_at === undefined ? null : granted.expires_at * 1000,
    }),
  };
}
