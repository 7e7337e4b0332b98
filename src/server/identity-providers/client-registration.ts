import { exportJWK, generateKeyPair, calculateJwkThumbprint, type JWK } from 'jose';
import * as oauth from 'oauth4webapi';
import { z } from 'zod';
import type { ClientAuthenticationMethod } from '../settings/settings.ts';
import type { ClientCredentials } from './client-authentication.ts';
import type { ProviderMetadata } from './discovery.ts';
import type { Fetch } from '../net/transport.ts';
import { OutgoingCallError } from '../net/outgoing-call-error.ts';

/** For reading and deleting a registration (RFC 7592). Providers may omit it. */
export interface RegistrationAccess {
  readonly uri: string;
  readonly token: string;
}

export interface RegisteredClient {
  readonly clientId: string;
  readonly credentials: ClientCredentials;
  /** `null`: never. */
  readonly secretExpiresAt: Date | null;
  readonly access: RegistrationAccess | null;
}

interface RegistrationRequest {
  readonly clientName: string;
  readonly clientUri: string;
  readonly redirectUri: string;
  /** Default: the first one of `PREFERRED` that the provider supports. */
  readonly method?: ClientAuthenticationMethod | undefined;
  /** A provider may require it (RFC 7591 section 3). */
  readonly initialAccessToken?: string | undefined;
}

/** Secrets come first because every provider must support them. */
const PREFERRED: readonly ClientAuthenticationMethod[] = [
  'client_secret_basic',
  'client_secret_post',
  'private_key_jwt',
  'none',
];

/** oauth4webapi refuses a 200 and a secret without expiry, and takes any text as client id (decision 008). */
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

/** RFC 7591, OpenID Connect Dynamic Client Registration 1.0. Rejects with the provider's error. */
export async function registerClient(
  send: Fetch,
  metadata: ProviderMetadata,
  request: RegistrationRequest,
): Promise<RegisteredClient> {
  const { issuer } = metadata;
  if (!metadata.registration_endpoint)
    throw new OutgoingCallError('answer', `${issuer} does not support dynamic registration`);
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
      // Re-authentication needs `auth_time`.
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
    throw new OutgoingCallError('answer', `${issuer} registered a client without a valid answer`);
  return toRegisteredClient(issuer, read.data, method, keys?.privateKey ?? null);
}

function toRegisteredClient(
  issuer: string,
  registered: z.infer<typeof answer>,
  wanted: ClientAuthenticationMethod,
  privateKey: JWK | null,
): RegisteredClient {
  // The provider may replace requested values, and returns them (RFC 7591 3.2.1).
  const method = registered.token_endpoint_auth_method ?? wanted;
  const secret = registered.client_secret ?? null;
  if (
    (method.startsWith('client_secret') && secret === null) ||
    (method === 'private_key_jwt' && !privateKey)
  ) {
    throw new OutgoingCallError('answer', `${issuer} chose ${method} without the credentials for it`);
  }
  const { registration_client_uri: uri, registration_access_token: token } = registered;
  const expiresAt = registered.client_secret_expires_at ?? 0;
  return {
    clientId: registered.client_id,
    credentials: { method, secret: method.startsWith('client_secret') ? secret : null, privateKey },
    secretExpiresAt: expiresAt > 0 ? new Date(expiresAt * 1000) : null,
    access: uri !== undefined && token !== undefined ? { uri, token } : null,
  };
}

/** Whether the provider still knows the registration (RFC 7592 2.1). */
export async function isRegistered(send: Fetch, { uri, token }: RegistrationAccess): Promise<boolean> {
  const response = await send(uri, {
    headers: { accept: 'application/json', authorization: `Bearer ${token}` },
  });
  if (response.ok) return true;
  // 401 when the client no longer exists on this server (section 2.1).
  if ([401, 403, 404].includes(response.status)) return false;
  throw refused(new URL(uri).host, response.status, await response.json().catch(() => null));
}

/** RFC 7592 2.3. `unknown`: the provider does not know it. `unsupported`: it deletes none. */
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
  // The default is client_secret_basic (OpenID Connect Discovery 1.0 section 3).
  return (
    PREFERRED.find((method) => (supported ?? ['client_secret_basic']).includes(method)) ??
    'client_secret_basic'
  );
}

async function makeKeys(): Promise<{ publicKey: JWK; privateKey: JWK }> {
  const pair = await generateKeyPair('RS256', { extractable: true });
  const [publicJwk, secret] = await Promise.all([exportJWK(pair.publicKey), exportJWK(pair.privateKey)]);
  const named = { alg: 'RS256', kid: await calculateJwkThumbprint(publicJwk) };
  return { publicKey: { ...publicJwk, ...named, use: 'sig' }, privateKey: { ...secret, ...named } };
}

function refused(who: string, status: number, body: unknown): OutgoingCallError {
  const providerError = refusal.safeParse(body).data;
  const reason = providerError
    ? `: ${providerError.error}${providerError.error_description ? `, ${providerError.error_description.slice(0, 200)}` : ''}`
    : '';
  return new OutgoingCallError('answer', `${who} refused the registration (${status}${reason})`);
}
