import { CONTINUE_PATH, VERIFY_PATH } from '../../../shared/application-paths.ts';
import { aalOf } from '../../../shared/assurance-level.ts';
import { atBase } from '../../../shared/base-path.ts';
import { ENROLMENT_PATH, toCallbackPath } from '../../../shared/callback-url.ts';
import { AUTHORIZATION_ASKED_MAX_AGE_MS, EMAIL_MAX_LENGTH } from '../../../shared/limits.ts';
import { addressOf, SIGNED_OUT_PATHS } from '../../../shared/signed-out-page.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { SessionActor } from '../rules/actor.ts';
import { activeClientScopes } from './client-grants.ts';
import { matchesRedirect, redirectKindOf, type RedirectKind } from './redirect-addresses.ts';
import { isImpersonation } from '../sessions/impersonations.ts';
import { ownIssuer } from '../sessions/jwts.ts';
import { mustEnrolFirst, type ReadSession } from '../sessions/sessions.ts';
import type { RequestedGrant } from './authorization-codes.ts';
import { ACR } from './client-tokens.ts';
import { OAuthError, type OAuthErrorCode } from './oauth-error.ts';
import { hasRepeatedParameter, onlyValue, resourcesOf, valueOf, wordsOf } from './parameters.ts';

/** The whole request is within `CALLBACK_URL_MAX_LENGTH`. */
const AUTHORIZATION_STATE_MAX_LENGTH = 1024;
const AUTHORIZATION_NONCE_MAX_LENGTH = 255;
export const AUTHORIZE_PATH = '/oauth/authorize';

/**
 * Foyer's own parameter: a sign-in after this time counts as new. It is encrypted, so that nobody can choose
 * an earlier time.
 */
const SINCE = 'foyer_since';
/** The encrypted value is never longer than this. */
const SEALED_LENGTH = 100;
/** The parameters that a step returns with, together with `resource`. */
const KEPT_PARAMETERS = [
  'response_type',
  'response_mode',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'nonce',
  'code_challenge',
  'code_challenge_method',
  'prompt',
  'max_age',
  'acr_values',
  'login_hint',
] as const;
/** RFC 7636, 4.2: base64url of a SHA-256. */
const CODE_CHALLENGE = /^[\w-]{43}$/;
const MAX_AGE = /^[0-9]{1,9}$/;

/** A request whose client and redirect address are declared, so the answer may redirect there. */
export interface AuthorizationRequest extends RequestedGrant {
  readonly redirectKind: RedirectKind;
  readonly state: string | null;
  readonly prompt: 'none' | 'login' | null;
  readonly maxAgeSeconds: number | null;
  /** `acr_values` asks for level 2 and nothing less. */
  readonly needsSecondFactor: boolean;
  /** An email address for the sign-in page. */
  readonly loginHint: string | null;
  /** Counts only for `prompt=none`, which shows no page (`id-token-hint.ts`). */
  readonly idTokenHint: string | null;
  /** The parameters that Foyer uses, without Foyer's own. */
  readonly query: string;
  /** When this request first asked for a new sign-in; `null` also when that was too long ago. */
  readonly askedAt: Date | null;
}

/** A refusal that the client learns by a redirect. */
export class AuthorizationRefusal extends OAuthError {
  readonly redirectUri: string;
  readonly state: string | null;

  constructor(
    to: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
    code: OAuthErrorCode,
    description: string,
  ) {
    super(code, description);
    this.redirectUri = to.redirectUri;
    this.state = to.state;
  }
}

/** The path of a step begins with the base path, and each leads back to the request. */
type AuthorizationStep =
  | { readonly kind: 'sign-in' | 'enrolment'; readonly path: string }
  | { readonly kind: 'verify'; readonly level: 1 | 2; readonly path: string }
  /** A page asks the user: any program of their machine could have this redirect address. */
  | { readonly kind: 'confirm'; readonly path: string; readonly actor: SessionActor }
  | { readonly kind: 'code'; readonly actor: SessionActor };

/**
 * Before client and redirect address are checked, nothing may redirect. Throws `OAUTH_CLIENT_UNKNOWN`,
 * `OAUTH_REDIRECT_UNKNOWN`, then `AuthorizationRefusal`.
 */
export function readAuthorizationRequest(
  deps: Pick<Dependencies, 'now' | 'oauthClients' | 'settings' | 'vault'>,
  parameters: URLSearchParams,
): AuthorizationRequest {
  const client = deps.oauthClients.get(onlyValue(parameters, 'client_id') ?? '');
  if (!client) throw new AppError('OAUTH_CLIENT_UNKNOWN');
  const redirectUri = onlyValue(parameters, 'redirect_uri') ?? '';
  if (!client.redirects.some((declared) => matchesRedirect(declared, redirectUri)))
    throw new AppError('OAUTH_REDIRECT_UNKNOWN');

  const sentState = onlyValue(parameters, 'state');
  const isStateTooLong = sentState !== null && sentState.length > AUTHORIZATION_STATE_MAX_LENGTH;
  const to = { redirectUri, state: isStateTooLong ? null : sentState };
  const refuse = (code: OAuthErrorCode, description: string): never => {
    throw new AuthorizationRefusal(to, code, description);
  };
  if (isStateTooLong)
    refuse('invalid_request', `state has more than ${AUTHORIZATION_STATE_MAX_LENGTH} characters.`);
  if (hasRepeatedParameter(parameters)) refuse('invalid_request', 'A parameter is there more than once.');
  for (const name of ['request', 'request_uri', 'registration'] as const)
    if (valueOf(parameters, name) !== null) refuse(`${name}_not_supported`, `${name} is not supported.`);
  const responseType = valueOf(parameters, 'response_type');
  if (responseType === null) refuse('invalid_request', 'response_type is missing.');
  if (responseType !== 'code')
    refuse('unsupported_response_type', 'Only the response_type code is supported.');
  if ((valueOf(parameters, 'response_mode') ?? 'query') !== 'query')
    refuse('unsupported_response_mode', 'Only the response_mode query is supported.');

  const codeChallenge = valueOf(parameters, 'code_challenge');
  const hasPkce = codeChallenge !== null || valueOf(parameters, 'code_challenge_method') !== null;
  if (client.pkce === 'required' || hasPkce) {
    if (valueOf(parameters, 'code_challenge_method') !== 'S256')
      refuse('invalid_request', 'PKCE is needed: code_challenge_method=S256.');
    if (codeChallenge === null || !CODE_CHALLENGE.test(codeChallenge))
      refuse('invalid_request', 'PKCE is needed: code_challenge is the SHA-256 of the verifier, base64url.');
  }
  const scopes = wordsOf(parameters, 'scope') ?? [];
  if (scopes.length === 0) refuse('invalid_scope', 'scope is missing.');
  if (activeClientScopes(client, scopes).length < scopes.length)
    refuse('invalid_scope', 'A scope is not declared for this client.');
  const resources = resourcesOf(parameters);
  if (!resources.every((resource) => client.resources.includes(resource)))
    refuse('invalid_target', 'A resource is not declared for this client.');
  const nonce = valueOf(parameters, 'nonce');
  if (nonce !== null && nonce.length > AUTHORIZATION_NONCE_MAX_LENGTH)
    refuse('invalid_request', `nonce has more than ${AUTHORIZATION_NONCE_MAX_LENGTH} characters.`);
  // The client compares it with the ID token's, so it accepts no code of another sign-in (RFC 9700, 4.5.3.2).
  if (!hasPkce && (nonce === null || !scopes.includes('openid')))
    refuse('invalid_request', 'Without PKCE, a nonce and the scope openid are needed.');
  const maxAge = valueOf(parameters, 'max_age');
  if (maxAge !== null && !MAX_AGE.test(maxAge)) refuse('invalid_request', 'max_age is no number of seconds.');
  const prompt = promptOf(wordsOf(parameters, 'prompt') ?? [], refuse);
  const levels = wordsOf(parameters, 'acr_values') ?? [];
  const loginHint = valueOf(parameters, 'login_hint');

  const query = queryOf(parameters, resources);
  if (!fitsCallbackUrl(deps, query)) refuse('invalid_request', 'The request is too long.');

  return {
    client,
    redirectUri,
    redirectKind: redirectKindOf(redirectUri),
    state: to.state,
    scopes,
    resources,
    codeChallenge,
    nonce,
    prompt,
    maxAgeSeconds: maxAge === null ? null : Number(maxAge),
    needsSecondFactor: levels.includes(ACR[2]) && !levels.includes(ACR[1]),
    loginHint: loginHint?.includes('@') && loginHint.length <= EMAIL_MAX_LENGTH ? loginHint : null,
    idTokenHint: valueOf(parameters, 'id_token_hint'),
    query,
    askedAt: openAskedAt(deps, valueOf(parameters, SINCE), query),
  };
}

/**
 * `read`: any session of the browser. Throws `AuthorizationRefusal` when `prompt=none` needs a page, and for
 * an administrator who acts as somebody else.
 */
export function decideAuthorization(
  deps: Pick<Dependencies, 'now' | 'settings' | 'vault'>,
  request: AuthorizationRequest,
  read: Pick<ReadSession, 'session' | 'user'> | null,
): AuthorizationStep {
  const { settings } = deps;
  const unlessSilent = (code: OAuthErrorCode, description: string) => {
    if (request.prompt === 'none') throw new AuthorizationRefusal(request, code, description);
  };
  const callbackUrl = returnPathOf(deps, request);
  if (!read) {
    unlessSilent('login_required', 'Nobody is signed in.');
    const parameters = { ...(request.loginHint === null ? {} : { email: request.loginHint }), callbackUrl };
    return { kind: 'sign-in', path: addressOf(atBase(settings, SIGNED_OUT_PATHS['sign-in']), parameters) };
  }
  const { session, user } = read;
  if (isImpersonation(session)) {
    const description = 'An administrator acts as this person.';
    throw new AuthorizationRefusal(request, 'access_denied', description);
  }
  if (mustEnrolFirst(deps, read)) {
    unlessSilent('interaction_required', 'The person must set up a second factor first.');
    return { kind: 'enrolment', path: addressOf(atBase(settings, ENROLMENT_PATH), { callbackUrl }) };
  }
  const isWeak = request.needsSecondFactor && aalOf(session.proofs) < 2;
  const isOld = !isNewEnough(deps, request, session.authenticatedAt);
  if (isOld) unlessSilent('login_required', 'The person must sign in again.');
  if (isWeak)
    unlessSilent('unmet_authentication_requirements', 'The person did not sign in with a second factor.');
  if (isOld || isWeak) {
    const level = request.needsSecondFactor ? 2 : 1;
    const query = new URLSearchParams({ level: String(level), callbackUrl });
    return { kind: 'verify', level, path: `${atBase(settings, VERIFY_PATH)}?${query.toString()}` };
  }
  const actor = { user, session };
  if (request.redirectKind === 'native') {
    unlessSilent('interaction_required', 'The person must agree each time.');
    const path = `${atBase(settings, CONTINUE_PATH)}?${callbackUrl.slice(callbackUrl.indexOf('?') + 1)}`;
    return { kind: 'confirm', path, actor };
  }
  return { kind: 'code', actor };
}

/** The address of the answer names the issuer (RFC 9207). */
export function answerAddress(
  deps: Pick<Dependencies, 'settings'>,
  { redirectUri, state }: Pick<AuthorizationRequest, 'redirectUri' | 'state'>,
  answer: { readonly code: string } | { readonly error: OAuthErrorCode; readonly description: string },
): string {
  const query = new URLSearchParams(
    'code' in answer ? { code: answer.code } : { error: answer.error, error_description: answer.description },
  );
  if (state !== null) query.set('state', state);
  query.set('iss', ownIssuer(deps.settings));
  // A URL parser could write the declared address in another way.
  return `${redirectUri}${redirectUri.includes('?') ? '&' : '?'}${query.toString()}`;
}

/** `consent` asks nothing here: the clients are the application's own. */
function promptOf(
  prompts: readonly string[],
  refuse: (code: OAuthErrorCode, description: string) => never,
): AuthorizationRequest['prompt'] {
  if (prompts.includes('none')) {
    if (prompts.length > 1) refuse('invalid_request', 'prompt=none stands alone.');
    return 'none';
  }
  if (prompts.includes('select_account'))
    refuse('account_selection_required', 'A browser has one account here.');
  if (!prompts.every((prompt) => prompt === 'login' || prompt === 'consent'))
    refuse('invalid_request', 'prompt has an unknown value.');
  return prompts.includes('login') ? 'login' : null;
}

function queryOf(parameters: URLSearchParams, resources: readonly string[]): string {
  const query = new URLSearchParams();
  for (const name of KEPT_PARAMETERS) {
    const value = valueOf(parameters, name);
    if (value !== null) query.set(name, value);
  }
  for (const resource of resources) query.append('resource', resource);
  return query.toString();
}

/** The longest address of a step is a verification at a provider that leads back to `/verify`. */
function fitsCallbackUrl({ settings }: Pick<Dependencies, 'settings'>, query: string): boolean {
  const sealed = 'x'.repeat(SEALED_LENGTH);
  const callbackUrl = `${atBase(settings, AUTHORIZE_PATH)}?${query}&${SINCE}=${sealed}`;
  const step = new URLSearchParams({ level: '2', callbackUrl });
  return toCallbackPath(`${atBase(settings, VERIFY_PATH)}?${step.toString()}`, settings.origin) !== null;
}

/**
 * The path back to this request. When the request asks for a new sign-in, the path has the time of the first
 * such request.
 */
function returnPathOf(
  deps: Pick<Dependencies, 'now' | 'settings' | 'vault'>,
  request: AuthorizationRequest,
): string {
  const query = new URLSearchParams(request.query);
  if (request.prompt === 'login' || request.maxAgeSeconds !== null) {
    const askedAt = request.askedAt ?? deps.now();
    query.set(SINCE, deps.vault.seal(String(askedAt.getTime()), sinceContext(request.query)));
  }
  return `${atBase(deps.settings, AUTHORIZE_PATH)}?${query.toString()}`;
}

function openAskedAt(
  deps: Pick<Dependencies, 'now' | 'vault'>,
  sealed: string | null,
  query: string,
): Date | null {
  const opened = sealed === null ? null : deps.vault.open(sealed, sinceContext(query));
  // The address stays in the history of the browser. When it is opened much later, an older sign-in must not
  // count as new.
  const oldest = deps.now().getTime() - AUTHORIZATION_ASKED_MAX_AGE_MS;
  return opened === null || Number(opened) < oldest ? null : new Date(Number(opened));
}

/** It counts for this request only. */
function sinceContext(query: string): string {
  return `authorization request\n${query}`;
}

function isNewEnough(
  deps: Pick<Dependencies, 'now'>,
  { prompt, maxAgeSeconds, askedAt }: AuthorizationRequest,
  authenticatedAt: Date,
): boolean {
  if (askedAt && authenticatedAt >= askedAt) return true;
  if (prompt === 'login') return false;
  return maxAgeSeconds === null || deps.now().getTime() - authenticatedAt.getTime() < maxAgeSeconds * 1000;
}
