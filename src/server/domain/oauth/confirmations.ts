import { atBase } from '../../../shared/base-path.ts';
import type { InspectedAuthorization } from '../../../shared/schemas/authorizations.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { RequestContext } from '../rules/request-context.ts';
import type { ReadSession } from '../sessions/sessions.ts';
import { createAuthorizationCode } from './authorization-codes.ts';
import {
  answerAddress,
  AuthorizationRefusal,
  AUTHORIZE_PATH,
  decideAuthorization,
  readAuthorizationRequest,
} from './authorization-request.ts';

type CheckDependencies = Pick<Dependencies, 'now' | 'oauthClients' | 'settings' | 'vault'>;

/** Throws `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`. */
export function inspectAuthorization(
  deps: CheckDependencies,
  current: ReadSession,
  query: string,
): InspectedAuthorization {
  const checked = check(deps, current, query);
  if (!checked) return { next: 'authorize' };
  const { client, redirectUri, scopes } = checked.request;
  return {
    next: 'confirm',
    app: { id: client.id, name: client.name },
    leadsTo: leadsTo(redirectUri),
    scopes: [...scopes],
  };
}

/**
 * Repeats every check of `/oauth/authorize`, so that nobody skips one by this call. Throws
 * `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`, `RATE_LIMITED`.
 */
export async function approveAuthorization(
  deps: CheckDependencies & Pick<Dependencies, 'collections' | 'rateLimits'>,
  current: ReadSession,
  query: string,
  requestContext: RequestContext,
): Promise<{ readonly url: string }> {
  const checked = check(deps, current, query);
  if (!checked) return { url: `${atBase(deps.settings, AUTHORIZE_PATH)}?${query}` };
  const { request, actor } = checked;
  const code = await createAuthorizationCode(deps, actor, request, requestContext);
  return { url: answerAddress(deps, request, { code }) };
}

/** Throws `OAUTH_CLIENT_UNKNOWN`, `OAUTH_REDIRECT_UNKNOWN`. */
export function denyAuthorization(deps: CheckDependencies, query: string): { readonly url: string } {
  try {
    const request = readAuthorizationRequest(deps, new URLSearchParams(query));
    const description = 'The person cancelled.';
    return { url: answerAddress(deps, request, { error: 'access_denied', description }) };
  } catch (error) {
    if (!(error instanceof AuthorizationRefusal)) throw error;
    return { url: answerAddress(deps, error, { error: error.code, description: error.message }) };
  }
}

/** `null` when a confirmation is not enough: a new sign-in is needed, or a refusal. */
function check(deps: CheckDependencies, current: ReadSession, query: string) {
  try {
    const request = readAuthorizationRequest(deps, new URLSearchParams(query));
    const step = decideAuthorization(deps, request, current);
    return step.kind === 'confirm' ? { request, actor: step.actor } : null;
  } catch (error) {
    if (error instanceof AuthorizationRefusal) return null;
    throw error;
  }
}

/** A private-use scheme has no host that a user knows. */
function leadsTo(redirectUri: string): Extract<InspectedAuthorization, { next: 'confirm' }>['leadsTo'] {
  const { protocol, host } = new URL(redirectUri);
  return protocol === 'http:'
    ? { kind: 'loopback', address: host }
    : { kind: 'scheme', address: protocol.slice(0, -1) };
}
