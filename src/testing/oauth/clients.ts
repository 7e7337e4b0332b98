import { createHash } from 'node:crypto';
import { EMPTY_CONFIGURATION } from '../../server/configuration/configuration.ts';
import type { OAuthClient } from '../../server/configuration/oauth/oauth-client.ts';
import { hashToken } from '../../server/crypto/secrets.ts';
import {
  createAuthorizationCode,
  redeemAuthorizationCode,
  type RequestedGrant,
} from '../../server/domain/oauth/authorization-codes.ts';
import type { RefreshedSession } from '../../server/domain/oauth/client-sessions.ts';
import { OAuthError, type OAuthErrorCode } from '../../server/domain/oauth/oauth-error.ts';
import type { SessionActor } from '../../server/domain/rules/actor.ts';
import type { TestApp } from '../app/test-app.ts';
import { NO_REQUEST } from '../../server/domain/rules/request-context.ts';

/** A public client, by default with one redirect address of a site. */
export function aClient(id: string, changes: Partial<OAuthClient> = {}): OAuthClient {
  return {
    id,
    name: `The ${id}`,
    redirects: [`https://${id}.example.test/callback`],
    scopes: [],
    resources: [],
    device: false,
    authentication: { kind: 'none' },
    pkce: 'required',
    idTokenAlgorithm: 'RS256',
    ...changes,
  };
}

export const RESOURCE = 'https://orders.example.test/';
export const OFFICE_SECRET = 'a secret: of the office & 100% random';

/** A public client with a scope and two resources. */
export const SHOP = aClient('shop', {
  name: 'Barley Shop',
  scopes: ['orders:read'],
  resources: [RESOURCE, 'https://other.example.test/'],
});
/** A confidential client with a service of its own. */
export const OFFICE = aClient('office', {
  name: 'Barley Office',
  resources: [RESOURCE],
  authentication: { kind: 'secret', hashes: [hashToken('the former secret'), hashToken(OFFICE_SECRET)] },
});

/** A public client with the device flow alone. */
export const TELEVISION = aClient('television', {
  name: 'Barley TV',
  redirects: [],
  scopes: ['films:read'],
  resources: ['https://films.example.test/'],
  device: true,
});

/** The configuration of an app that knows them. */
export const WITH_CLIENTS = { ...EMPTY_CONFIGURATION, clients: [SHOP, OFFICE, TELEVISION] };

export const CODE_VERIFIER = 'the-verifier-of-a-test-has-forty-three-characters';

export const CODE_CHALLENGE = createHash('sha256').update(CODE_VERIFIER).digest('base64url');

/** What a client may ask for at the authorization endpoint. */
export type Asked = Partial<Pick<RequestedGrant, 'client' | 'scopes' | 'resources'>>;

/** A code for a client, and what the client sends to get its session. */
export async function authorizeClient(app: TestApp, actor: SessionActor, asked: Asked = {}) {
  const { client = SHOP, scopes = ['openid'], resources = [] } = asked;
  const redirectUri = client.redirects[0] ?? '';
  const grant = { client, redirectUri, scopes, resources, codeChallenge: CODE_CHALLENGE, nonce: 'a nonce' };
  const code = await createAuthorizationCode(app.deps, actor, grant, NO_REQUEST);
  return {
    client,
    sent: { code, redirectUri, codeVerifier: CODE_VERIFIER, resources: [] as readonly string[] },
  };
}

/** The session that a client gets by a code. */
export async function signInToClient(
  app: TestApp,
  actor: SessionActor,
  asked: Asked = {},
): Promise<RefreshedSession> {
  const { client, sent } = await authorizeClient(app, actor, asked);
  return redeemAuthorizationCode(app.deps, client, sent, NO_REQUEST);
}

/** The code of the refusal, or `null` where the call succeeds. */
export async function refusalOf(call: Promise<unknown>): Promise<OAuthErrorCode | null> {
  try {
    await call;
    return null;
  } catch (error) {
    if (error instanceof OAuthError) return error.code;
    throw error;
  }
}
