import { exportJWK, generateKeyPair, calculateJwkThumbprint, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { ClientAuthenticationMethod } from '../settings/settings.ts';
import type { ClientCredentials } from './client-authentication.ts';
import type { ProviderMetadata } from './discovery.ts';
import type { Fetch } from '../net/guarded-fetch.ts';
import { ProviderCallError } from '../net/provider-call-error.ts';

/** Where, and by which token, a registration is read and ended (RFC 7592); providers may leave it out. */
export interface RegistrationAccess {
  readonly uri: string;
  readonly token: string;
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly credentials: ClientCredentials;
  /** When the client secret ends; `null`: never. */
  readonly secretExpiresAt: Date | null;
  readonly access: RegistrationAccess | null;
}

export interface RegistrationRequest {
  readonly clientName: string;
  readonly clientUri: string;
  readonly redirectUri: string;
  /** Wanted, or else the first of our order that the provider supports. */
  readonly method?: ClientAuthenticationMethod | undefined;
  /** RFC 7591 section 3: what a provider may want that does not register just anybody. */
  readonly initialAccessToken?: string | undefined;
}

/** A secret first, since every provider must take one; a key where secrets are not taken; nothing at last. */
const PREFERRED: readonly ClientAuthenticationMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
];

/**
 * Not read by oauth4webapi: it takes no 200, no secret without `client_secret_expires_at`, which providers leave out, and any text as client id
 * (decision 008).
 */
const answer = z.looseObject({
  // RFC 6749 appendix A.1: printable ASCII.
  client_id: z
    .string()
    .max(2048)
    .regex(/^[\x20-\x7e]+$/),
  client_secret: z.string().min(1).max(2048).optional(),
  client_secret_expires_at: z.number().optional(),
  token_endpoint_auth_method: z.enum(PREFERRED).optional(),
  registration_access_token: z.string().min(1).max(8192).optional(),
  registration_client_uri: z.url({ protocol: /^https?$/ }).optional(),
});
/** RFC 7591 3.2.2. */
const refusal = z.looseObject({ error: z.string(), error_description: z.string().optional() });

/** Registers us with a provider (RFC 7591, OpenID Connect Dynamic Client Registration 1.0). Rejects with what it said against it. */
export async function registerClient(
  send: Fetch,
  metadata: ProviderMetadata,
  request: RegistrationRequest,
): Promise<RegisteredClient> {
  const { issuer } = metadata;
  if (!metadata.registration_endpoint)
    throw new ProviderCallError('answer', `${issuer} registers no clients by itself`);
  const method = request.method ?? chooseMethod(metadata);
  const keys = method === 'private_key_jwt' ? await makeKeys() : null;
  const response = await oauth.dynamicClientRegistrationRequest(
    metadata,
    {
      application_type: 'web',
      client_name: request.clientName,
      client_uri: request.clientUri,
      redirect_uris: [request.redirectUri],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: method,
      // Re-authentication goes by the time of the sign-in at the provider.
      require_auth_time: true,
      ...(keys ? { jwks: { keys: [keys.publicKey] } } : {}),
    },
    {
      [oauth.customFetch]: (url, init) => send(url, init),
      // The guarded fetch decides what may be plain http: loopback outside production.
      [oauth.allowInsecureRequests]: true,
      ...(request.initialAccessToken !== undefined && { initialAccessToken: request.initialAccessToken }),
    },
  );
  const body: unknown = await response.json();
  if (response.status !== 201 && response.status !== 200) throw refused(issuer, response.status, body);
  const read = answer.safeParse(body);
  if (!read.success)
    throw new ProviderCallError('answer', `${issuer} registered a client, but did not say which`);
  return toRegisteredClient(issuer, read.data, method, keys?.privateKey ?? null);
}

function toRegisteredClient(
  issuer: string,
  registered: z.infer<typeof answer>,
  wanted: ClientAuthenticationMethod,
  privateKey: JWK | null,
): RegisteredClient {
  // RFC 7591 3.2.1: the provider may put another value in place of what was asked for, and says so.
  const method = registered.token_endpoint_auth_method ?? wanted;
  const secret = registered.client_secret ?? null;
  if (
    (method.startsWith('client_secret') && secret === null) ||
    (method === 'private_key_jwt' && !privateKey)
  ) {
    throw new ProviderCallError('answer', `${issuer} wants ${method}, and gave nothing to do it with`);
  }
  const { registration_client_uri: uri, registration_access_token: token } = registered;
  const ends = registered.client_secret_expires_at ?? 0;
  return {
    clientId: registered.client_id,
    credentials: { method, secret: method.startsWith('client_secret') ? secret : null, privateKey },
    secretExpiresAt: ends > 0 ? new Date(ends * 1000) : null,
    access: uri !== undefined && token !== undefined ? { uri, token } : null,
  };
}

/** RFC 7592 2.1: whether the provider still knows the registration. */
export async function isRegistered(send: Fetch, { uri, token }: RegistrationAccess): Promise<boolean> {
  const response = await send(uri, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  if (response.ok) return true;
  // Section 2.1: 401 when the client does not exist on this server any more.
  if ([401, 403, 404].includes(response.status)) return false;
  throw refused(new URL(uri).host, response.status, await response.json().catch(() => null));
}

/** RFC 7592 2.3. Nothing to do where the provider knows it no more, or ends none. */
export async function endRegistration(
  send: Fetch,
  { uri, token }: RegistrationAccess,
): Promise<'ended' | 'unknown' | 'unsupported'> {
  const response = await send(uri, { method: 'DELETE', headers: { authorization: `Bearer ${token}` } });
  if (response.ok) return 'ended';
  if ([401, 403, 404].includes(response.status)) return 'unknown';
  if (response.status === 405) return 'unsupported';
  throw refused(new URL(uri).host, response.status, await response.json().catch(() => null));
}

function chooseMethod({ token_endpoint_auth_methods_supported: supported }: ProviderMetadata) {
  // OpenID Connect Discovery 1.0 section 3: left out, it is client_secret_basic.
  return (
    PREFERRED.find((method) => (supported ?? ['client_secret_basic']).includes(method)) ??
    'client_secret_basic'
  );
}

async function makeKeys(): Promise<{ publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const [open, secret] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const named = { alg: 'RS256', kid: await calculateJwkThumbprint(open) };
  return { publicKey: { ...open, ...named, use: 'sig' }, privateKey: { ...secret, ...named } };
}

function refused(who: string, status: number, body: unknown): ProviderCallError {
  const said = refusal.safeParse(body).data;
  const why = said
    ? `: ${said.error}${said.error_description ? `, ${said.error_description.slice(0, 200)}` : ''}`
    : '';
  return new ProviderCallError('answer', `${who} refused the registration (${status}${why})`);
}
