import { createHash } from 'node:crypto';
import { createToken, hashToken } from '../../server/crypto/secrets.ts';
import { EMPTY_CONFIGURATION, type Configuration } from '../../server/configuration/configuration.ts';
import type { OAuthClient } from '../../server/configuration/oauth/oauth-client.ts';
import { aClient } from './clients.ts';
import type { AgentAnswer, HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

export const API = 'https://api.example.test';
const SHOP_REDIRECT = 'https://shop.example.test/callback';
export const DESK_REDIRECT = 'http://127.0.0.1/callback';
/** The secret of the client `reports`. */
const REPORTS_SECRET = 'a secret of the client that only its server knows';

/** Two sites, a native app, a television, and a service that has a secret and is the resource `API`. */
const CLIENTS: readonly OAuthClient[] = [
  aClient('shop', { name: 'Shop', resources: [API] }),
  aClient('magazine', { name: 'Magazine' }),
  aClient('desk', { name: 'Desk', redirects: [DESK_REDIRECT], resources: [API] }),
  aClient('television', { name: 'Television', redirects: [], device: true }),
  aClient('reports', {
    name: 'Reports',
    resources: [API],
    authentication: { kind: 'secret', hashes: [hashToken(REPORTS_SECRET)] },
  }),
];

export const OAUTH_CONFIGURATION: Configuration = { ...EMPTY_CONFIGURATION, clients: CLIENTS };

interface Pkce {
  readonly verifier: string;
  readonly challenge: string;
}

export function createPkce(): Pkce {
  const verifier = createToken();
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The parameters of a request of the client `shop`. `null` and `undefined` leave one out. */
export type RequestChanges = Readonly<Record<string, string | null | undefined>>;

export function authorizationPath(pkce: Pick<Pkce, 'challenge'>, changes: RequestChanges = {}): string {
  const parameters = {
    response_type: 'code',
    client_id: 'shop',
    redirect_uri: SHOP_REDIRECT,
    scope: 'openid email',
    state: 'a state',
    code_challenge: pkce.challenge,
    code_challenge_method: 'S256',
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    if (value !== null && value !== undefined) query.set(name, value);
  return `/oauth/authorize?${query.toString()}`;
}

/** What the redirect address gets from Foyer. */
export function answerOf({ location }: Pick<AgentAnswer, 'location'>): URLSearchParams {
  if (location === null) throw new Error('this answer is no redirect');
  return new URL(location).searchParams;
}

export interface AuthorizedCode extends Pkce {
  readonly code: string;
}

/** A code for a client whose redirect address is a site's. */
export async function authorize(agent: HttpAgent, changes: RequestChanges = {}): Promise<AuthorizedCode> {
  const pkce = createPkce();
  const answer = await agent.request(authorizationPath(pkce, changes));
  const code = answer.location === null ? null : answerOf(answer).get('code');
  if (code === null) throw new Error(`no code: ${answer.status} ${answer.location ?? answer.text}`);
  return { ...pkce, code };
}

export interface EndpointAnswer {
  readonly status: number;
  readonly error?: string;
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token: string;
}

/** Sends a form to an endpoint as a program does, which has no cookies. */
export async function send(
  app: TestApp,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<EndpointAnswer> {
  const answer = await app.agent().postForm(path, fields, headers);
  const json = answer.text === '' ? {} : (answer.json() as object);
  return { ...json, status: answer.status } as EndpointAnswer;
}

export function redeem(
  app: TestApp,
  { code, verifier }: Pick<AuthorizedCode, 'code' | 'verifier'>,
  changes: Record<string, string> = {},
): Promise<EndpointAnswer> {
  return send(app, '/oauth/token', {
    grant_type: 'authorization_code',
    client_id: 'shop',
    redirect_uri: SHOP_REDIRECT,
    code,
    code_verifier: verifier,
    ...changes,
  });
}

export function refresh(
  app: TestApp,
  refreshToken: string,
  changes: Record<string, string> = {},
): Promise<EndpointAnswer> {
  return send(app, '/oauth/token', {
    grant_type: 'refresh_token',
    client_id: 'shop',
    refresh_token: refreshToken,
    ...changes,
  });
}

/** The status of `/oauth/userinfo` for this token. */
export async function userinfoStatus(app: TestApp, token: string): Promise<number> {
  const headers = { authorization: `Bearer ${token}` };
  return (await app.agent().request('/oauth/userinfo', { headers })).status;
}

/** Whether the service `reports` is told that a token is valid. */
export async function isActive(app: TestApp, token: string): Promise<boolean> {
  const authorization = `Basic ${Buffer.from(`reports:${encodeURIComponent(REPORTS_SECRET)}`).toString('base64')}`;
  const answer = await app.agent().postForm('/oauth/introspect', { token }, { authorization });
  return (answer.json() as { active: boolean }).active;
}
