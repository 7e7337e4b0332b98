import { decodeJwt, errors } from 'jose';
import type { Request } from 'express';
import { atBase } from '../../shared/base-path.ts';
import { logAuthEvent } from '../log/auth-event.ts';
import type { OAuthClient } from '../configuration/oauth/oauth-client.ts';
import { hashToken, isEqual } from '../crypto/secrets.ts';
import type { Dependencies } from '../dependencies.ts';
import { redeemClientAssertion } from '../domain/oauth/client-assertions.ts';
import { ownIssuer } from '../domain/sessions/jwts.ts';
import { OAuthError } from '../domain/oauth/oauth-error.ts';
import { addressKey } from '../domain/limits/rate-limits.ts';
import { requestContextOf, requestIdOf } from '../http/request.ts';
import { valueOf } from '../domain/oauth/parameters.ts';
import { TOKEN_PATH } from './paths.ts';

/** RFC 7523, 2.2. */
const JWT_BEARER = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const BASIC = /^basic +([\w+/-]+=*) *$/i;

type Credential =
  | { readonly kind: 'none'; readonly id: string }
  | { readonly kind: 'secret'; readonly id: string; readonly secret: string }
  | { readonly kind: 'assertion'; readonly id: string; readonly assertion: string };

type AuthenticationDependencies = Pick<
  Dependencies,
  'collections' | 'log' | 'now' | 'oauthClients' | 'rateLimits' | 'settings'
>;

/**
 * RFC 6749, 2.3, by the method that the client declares. Throws `OAuthError` `invalid_client`,
 * `invalid_request` (several methods), and `RATE_LIMITED` after many failures of an address.
 */
export async function authenticateClient(
  deps: AuthenticationDependencies,
  req: Request,
  parameters: URLSearchParams,
): Promise<OAuthClient> {
  const credential = credentialOf(req, parameters);
  const client = credential && deps.oauthClients.get(credential.id);
  try {
    if (!client) throw new OAuthError('invalid_client', 'The client is not known.');
    await requireProof(deps, client, credential);
    return client;
  } catch (error) {
    if (!(error instanceof OAuthError)) throw error;
    const { ip } = requestContextOf(req);
    logAuthEvent(deps.log, 'auth.failed', {
      requestId: requestIdOf(req),
      ip,
      at: req.originalUrl.split('?', 1)[0] ?? '',
      // Only a declared id: an unknown caller's text may be a secret in the wrong place.
      ...(client ? { client: client.id } : {}),
    });
    await deps.rateLimits.consume('client-secret', 'ip', addressKey(ip));
    throw error;
  }
}

async function requireProof(
  deps: AuthenticationDependencies,
  client: OAuthClient,
  credential: Credential,
): Promise<void> {
  const { authentication, id } = client;
  if (authentication.kind === 'none') {
    if (credential.kind === 'none') return;
    throw new OAuthError('invalid_client', 'A public client has no secret. It sends client_id alone.');
  }
  if (authentication.kind === 'secret' && credential.kind === 'secret') {
    const hash = hashToken(credential.secret);
    // Compares with all, so that the duration says nothing.
    if (authentication.hashes.filter((each) => isEqual(hash, each)).length > 0) return;
  }
  if (authentication.kind === 'private-key' && credential.kind === 'assertion') {
    const issuer = ownIssuer(deps.settings);
    const audiences = [issuer, deps.settings.origin + atBase(deps.settings, TOKEN_PATH)];
    return redeemClientAssertion(deps, { id, keys: authentication.keys }, credential.assertion, audiences);
  }
  throw new OAuthError('invalid_client', 'The client did not authenticate as it is declared to.');
}

/** `null` when the request names no client. */
function credentialOf(req: Request, parameters: URLSearchParams): Credential | null {
  const { authorization } = req.headers;
  const clientId = valueOf(parameters, 'client_id');
  const secret = valueOf(parameters, 'client_secret');
  const assertion = valueOf(parameters, 'client_assertion');
  const assertionType = valueOf(parameters, 'client_assertion_type');
  const ways = [authorization, secret ?? undefined, assertion ?? assertionType ?? undefined];
  if (ways.filter((way) => way !== undefined).length > 1)
    throw new OAuthError('invalid_request', 'The client authenticates in more than one way.');

  if (authorization !== undefined) {
    const basic = basicCredential(authorization);
    if (!basic) throw new OAuthError('invalid_client', 'The Authorization header cannot be read.');
    if (clientId !== null && clientId !== basic.id)
      throw new OAuthError('invalid_request', 'client_id is another client than the one that authenticates.');
    return { kind: 'secret', ...basic };
  }
  if (assertion !== null || assertionType !== null) {
    const id = assertionType === JWT_BEARER && assertion !== null ? subjectOf(assertion) : null;
    if (id === null || assertion === null)
      throw new OAuthError('invalid_client', 'The client assertion cannot be read.');
    if (clientId !== null && clientId !== id)
      throw new OAuthError('invalid_request', 'client_id is another client than the one that authenticates.');
    return { kind: 'assertion', id, assertion };
  }
  if (clientId === null) return null;
  return secret === null ? { kind: 'none', id: clientId } : { kind: 'secret', id: clientId, secret };
}

/** Both parts are encoded as in a form (RFC 6749, 2.3.1). */
function basicCredential(header: string): { readonly id: string; readonly secret: string } | null {
  const encoded = BASIC.exec(header)?.[1];
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 1) return null;
  const [id, secret] = [formDecoded(text.slice(0, colon)), formDecoded(text.slice(colon + 1))];
  return id === null || secret === null ? null : { id, secret };
}

function formDecoded(text: string): string | null {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return null;
  }
}

/** Only names the client whose keys then check the assertion. */
function subjectOf(assertion: string): string | null {
  try {
    return decodeJwt(assertion).sub ?? null;
  } catch (error) {
    if (error instanceof errors.JOSEError) return null;
    throw error;
  }
}
