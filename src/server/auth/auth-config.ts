import { atBase } from '../../shared/base-path.ts';
import { skipCSRFCheck, type AuthConfig } from '@auth/core';
import type { Account, Profile, Session } from '@auth/core/types';
import { landingOf, SECOND_FACTOR_PATH, toCallbackUrl } from '../../shared/callback-url.ts';
import { CHECK_COOKIE_MAX_AGE_MS, SESSION_MAX_AGE_MS, SESSION_RENEW_AFTER_MS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import { logAuthEvent } from '../log/auth-event.ts';
import type { ProviderAccount } from '../domain/rules/account-key.ts';
import type { RemoteProfile } from '../domain/users/accounts.ts';
import { requireAdmission } from '../domain/rules/admission.ts';
import { verifiedEmailOf } from '../domain/rules/verified-address.ts';
import { keepPendingLink } from '../domain/sign-in/pending-links.ts';
import { sealTokens } from '../domain/providers/provider-tokens.ts';
import { nameAtProvider, toRemoteAddress, toRemoteFace } from '../domain/providers/remote-profile.ts';
import { readAnySession, readSession, toSession, type ReadSession } from '../domain/sessions/sessions.ts';
import { requestSignInMail } from '../domain/sign-in/sign-in-mail.ts';
import type { IdentityProvider } from '../identity-providers/registry.ts';
import { createToken, secretsOf } from '../crypto/secrets.ts';
import { createAdapter } from './adapter.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { callbackUrlOf, isUnnamed, type AuthRequest } from './auth-request.ts';
import { codeRequestCookie } from './code-request-cookie.ts';
import type { CookieKind } from './cookies.ts';
import type { FlowState } from './flow-state.ts';
import type { FlowIntent } from './intent.ts';
import { applyLinkingPolicy } from './linking-policy.ts';
import { createEmailProvider } from './providers.ts';

/** One configuration for each request: Auth.js changes the object, and our callbacks need the request. */
export function createAuthConfig(deps: AuthDependencies, request: AuthRequest, flow: FlowState): AuthConfig {
  const { settings, cookies } = deps;
  const site = callbackSiteOf(settings);
  const attributes = {
    httpOnly: true,
    sameSite: 'lax' as const,
    path: '/',
    secure: settings.origin.startsWith('https:'),
  };
  const cookie = (kind: CookieKind) => ({ name: cookies.name(kind), options: attributes });
  const checkCookie = (kind: CookieKind) => ({
    name: cookies.name(kind),
    options: { ...attributes, maxAge: CHECK_COOKIE_MAX_AGE_MS / 1000 },
  });

  // Check cookies may be sealed with the previous secret. Auth.js accepts a list here; its type does not.
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
    pages: {
      signIn: atBase(settings, '/sign-in'),
      signOut: atBase(settings, '/sign-out'),
      error: atBase(settings, '/error'),
      verifyRequest: atBase(settings, '/check-email'),
    },
    cookies: {
      sessionToken: cookie('session'),
      callbackUrl: cookie('callback-url'),
      csrfToken: cookie('csrf'),
      state: checkCookie('state'),
      nonce: checkCookie('nonce'),
      pkceCodeVerifier: checkCookie('pkce'),
    },
    providers: [
      ...providersFor(deps, request.providerId).map(deps.makeProvider),
      createEmailProvider(settings, async (email) => {
        const { codeRequest } = await requestSignInMail(deps, {
          email,
          callbackPath: callbackUrlOf(request, settings),
          requestContext: request.requestContext,
          deviceCookie: request.cookies.device,
          signUpSecret: request.cookies['sign-up'],
        });
        flow.cookies.push(codeRequestCookie(deps, request.cookies, codeRequest));
        logAuthEvent(deps.log, 'auth.mail-requested', logDetailsOf(request));
      }),
    ],
    adapter: createAdapter(deps, request, flow),
    callbacks: {
      redirect: ({ url }) => {
        // The start page, because a sign-out leads here, too. It shows the account to a signed-in user.
        const unnamed = site.appUrl ?? atBase(settings, '/');
        const callbackUrl = isUnnamed(url, settings) ? unnamed : toCallbackUrl(url, site);
        return new URL(callbackUrl ?? landingOf(site), settings.origin).href;
      },
      signIn: async ({ user, account, profile }) => {
        if (!account || (account.type !== 'oidc' && account.type !== 'oauth')) {
          requireAdmission(settings, account?.providerAccountId ?? null);
          return true;
        }
        const { intent } = flow;
        const { provider, providerAccountId, type } = account;
        const providerAccount = { provider, providerAccountId, type };
        const remote = toRemoteProfile(deps, providerAccount, profile, account);
        flow.remote = remote;
        flow.isMultiFactor = isMultiFactor(deps.identityProviders.get(provider), profile ?? {});
        const decision = await applyLinkingPolicy(deps, {
          account: providerAccount,
          owner: flow.owner,
          remote,
          verifiedEmail: verifiedEmailOf(user),
          claimedEmail: toRemoteAddress(profile?.email),
          authTime: typeof profile?.['auth_time'] === 'number' ? profile['auth_time'] : null,
          intent,
          isMultiFactor: flow.isMultiFactor,
          session: intent && (await sessionFor(deps, intent, request.cookies.session)),
          requestContext: request.requestContext,
        });
        if (decision.kind === 'sign-in') return true;
        if (decision.kind === 'done') {
          logAuthEvent(deps.log, decision.event, {
            ...logDetailsOf(request),
            method: provider,
            ...(intent ? { userId: intent.userId } : {}),
          });
          return decision.path;
        }
        if (decision.kind === 'second-factor') {
          flow.cookies.push(...cookies.setAll(decision.cookies));
          return atBase(settings, SECOND_FACTOR_PATH);
        }
        const { email, verified } = decision;
        const { secret, expires } = await keepPendingLink(deps, {
          account: providerAccount,
          name: user.name ?? null,
          shownName: nameAtProvider(profile ?? {}),
          remote,
          email,
          emailVerified: verified,
          callbackPath: callbackUrlOf(request, settings) ?? landingOf(site),
        });
        flow.cookies.push(cookies.set('link', secret, expires));
        if (verified) throw new AppError('OAuthAccountNotLinked');
        return atBase(settings, '/confirm-address');
      },
      session: async () => {
        const active = request.cookies.session ? await readSession(deps, request.cookies.session) : null;
        // Auth.js answers `null` when nobody is signed in. Its type does not know that.
        if (!active) return null as unknown as Session;
        const { user, expires } = toSession(deps, active);
        const { id, name, email, image } = user;
        return { user: { id, name, email, image }, expires };
      },
    },
    events: { signOut: () => logAuthEvent(deps.log, 'auth.sign-out', logDetailsOf(request)) },
    logger: { error: (error) => (flow.failure ??= error), warn: () => {}, debug: () => {} },
  };
}

function logDetailsOf(request: AuthRequest): { requestId: string; ip: string | null } {
  return { requestId: request.requestId, ip: request.requestContext.ip };
}

/** The session of the flow. One that must set up a second factor may be verified, but links nothing. */
async function sessionFor(
  deps: AuthDependencies,
  { kind }: FlowIntent,
  token: string | undefined,
): Promise<ReadSession | null> {
  if (token === undefined) return null;
  return kind === 'reauthenticate' ? readAnySession(deps, token) : readSession(deps, token);
}

/** The provider of the action, or all listed providers when the action has none. */
function providersFor(deps: AuthDependencies, providerId: string | null): readonly IdentityProvider[] {
  if (providerId === null) return deps.identityProviders.list().filter(({ listed }) => listed);
  const provider = deps.identityProviders.get(providerId);
  return provider ? [provider] : [];
}

function toRemoteProfile(
  deps: AuthDependencies,
  providerAccount: ProviderAccount,
  profile: Profile | undefined,
  account: Account,
): RemoteProfile {
  return {
    ...toRemoteFace(profile ?? {}),
    tokens: sealTokens(deps, providerAccount, {
      accessToken: account.access_token ?? null,
      refreshToken: account.refresh_token ?? null,
      expiresAt: account.expires_at === undefined ? null : account.expires_at * 1000,
    }),
  };
}

/** Only `OIDC_<ID>_MFA_ACR` and `_MFA_AMR` count: claims have no common meaning (OpenID Connect Core 2). */
function isMultiFactor(
  provider: IdentityProvider | undefined,
  claims: Readonly<Record<string, unknown>>,
): boolean {
  if (provider?.kind !== 'oidc' || !provider.multiFactor) return false;
  const accepted = provider.multiFactor;
  const amr: readonly unknown[] = Array.isArray(claims['amr']) ? claims['amr'] : [];
  return (
    accepted.acr.some((value) => value === claims['acr']) || accepted.amr.some((value) => amr.includes(value))
  );
}
