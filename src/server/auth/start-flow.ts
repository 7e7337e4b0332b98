import { landingOf, toCallbackUrl } from '../../shared/callback-url.ts';
import { makeIssue } from '../../shared/issues.ts';
import { CHECK_COOKIE_MAX_AGE_MS } from '../../shared/limits.ts';
import { AppError } from '../app-error.ts';
import { callbackSiteOf } from '../brand/brand.ts';
import type { RequestContext } from '../domain/rules/request-context.ts';
import type { CookieKind } from './cookies.ts';
import { sealIntent, type FlowIntent } from './intent.ts';
import type { AuthDependencies } from './auth-dependencies.ts';
import { runAuth } from './run-auth.ts';

export interface StartedFlow {
  readonly url: string;
  readonly cookies: readonly string[];
}

interface FlowRequest {
  readonly cookies: Partial<Record<CookieKind, string>>;
  readonly requestContext: RequestContext;
  readonly requestId: string;
}

/**
 * The caller has checked the request's origin. Throws `Signin` (unknown provider), `OAuthSignin`
 * (unreachable), `Configuration`.
 */
export async function startProviderFlow(
  deps: AuthDependencies,
  request: FlowRequest,
  input: {
    provider: string;
    callbackPath: string;
    intent?: Omit<FlowIntent, 'provider' | 'callbackPath' | 'startedAt'>;
  },
): Promise<StartedFlow> {
  const { provider, callbackPath, intent } = input;
  if (!(await deps.identityProviders.find(provider))) throw new AppError('Signin');
  const answer = await runAuth(deps, {
    method: 'POST',
    action: 'signin',
    providerId: provider,
    query: new URLSearchParams(),
    body: { callbackUrl: callbackPath },
    cookies: request.cookies,
    requestContext: request.requestContext,
    requestId: request.requestId,
    returnRedirect: true,
    skipCsrf: true,
    // Asks for a new sign-in, and for its time in the ID token (OpenID Connect Core 3.1.2.1).
    ...(intent?.kind === 'reauthenticate' ? { authorization: { prompt: 'login', max_age: '0' } } : {}),
  });
  if (answer.failure) throw new AppError(answer.failure.code, { cause: answer.failure.error });
  const state = answer.location === null ? null : new URL(answer.location).searchParams.get('state');
  if (answer.location === null || state === null) throw new AppError('OAuthSignin');
  const cookies = [...answer.cookies];
  if (intent) {
    const sealed = await sealIntent(deps, { ...intent, provider, callbackPath }, state);
    const expires = new Date(deps.now().getTime() + CHECK_COOKIE_MAX_AGE_MS);
    cookies.push(deps.cookies.set('intent', sealed, expires));
  }
  return { url: answer.location, cookies };
}

/** A path of ours, or a URL of the application. Throws `INVALID_INPUT` for any other. */
export function requireCallbackUrl(
  { settings }: Pick<AuthDependencies, 'settings'>,
  callbackUrl: string | undefined,
): string {
  const site = callbackSiteOf(settings);
  const allowed = callbackUrl === undefined ? landingOf(site) : toCallbackUrl(callbackUrl, site);
  if (allowed === null) {
    throw new AppError('INVALID_INPUT', {
      issues: [makeIssue('callbackUrl', 'return-address-foreign')],
    });
  }
  return allowed;
}
