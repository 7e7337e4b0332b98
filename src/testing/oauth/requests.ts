import { exportJWK, generateKeyPair } from 'jose';
import { EMPTY_CONFIGURATION } from '../../server/configuration/configuration.ts';
import type { OAuthClient } from '../../server/configuration/oauth/oauth-client.ts';
import { aClient, CODE_CHALLENGE, CODE_VERIFIER, OFFICE, SHOP } from './clients.ts';
import { answerOf, authorizationPath } from './flows.ts';
import type { AgentAnswer, HttpAgent } from '../app/http-agent.ts';
import type { TestApp } from '../app/test-app.ts';

/** A key whose public half the client `lab` declares. */
export const LAB_KEYS = await generateKeyPair('ES256', { extractable: true });

/** A client with a private key. */
export const LAB = aClient('lab', {
  authentication: {
    kind: 'private-key',
    keys: [{ ...(await exportJWK(LAB_KEYS.publicKey)), alg: 'ES256', use: 'sig' }],
  },
});
/** An app on the person's machine. */
export const NATIVE = aClient('native', {
  redirects: ['http://127.0.0.1/callback', 'com.example.app:/callback'],
});

export const CODE_CLIENTS = {
  ...EMPTY_CONFIGURATION,
  clients: [SHOP, OFFICE, LAB, NATIVE],
};

type Changes = Readonly<Record<string, string | undefined>>;

/** The path of an authorization request. `undefined` leaves a parameter out. */
export function authorizePath(changes: Changes = {}, client: OAuthClient = SHOP): string {
  return authorizationPath(
    { challenge: CODE_CHALLENGE },
    {
      client_id: client.id,
      redirect_uri: client.redirects[0],
      scope: 'openid',
      state: 'a-state',
      ...changes,
    },
  );
}

/** The parameters of the redirect to the client, as an object. */
export function redirectParameters(answer: AgentAnswer): Record<string, string> {
  return Object.fromEntries(answerOf(answer));
}

/** What the client learns when this browser makes an authorization request. */
export async function ask(
  browser: HttpAgent,
  changes: Changes = {},
  client: OAuthClient = SHOP,
): Promise<Record<string, string>> {
  return redirectParameters(await browser.request(authorizePath(changes, client)));
}

/** A request to `/oauth/token` by a program without cookies. */
export async function requestToken(
  app: TestApp,
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string> = {},
): Promise<AgentAnswer> {
  return app.agent().postForm('/oauth/token', fields, headers);
}

export interface Tokens {
  readonly access_token: string;
  readonly refresh_token: string;
  readonly id_token?: string;
  readonly scope: string;
}

/** The fields with which `SHOP` redeems a new code. */
export async function codeFields(browser: HttpAgent, changes: Changes = {}): Promise<Record<string, string>> {
  const { code = '' } = await ask(browser, changes);
  return {
    grant_type: 'authorization_code',
    client_id: SHOP.id,
    code,
    redirect_uri: SHOP.redirects[0] ?? '',
    code_verifier: CODE_VERIFIER,
  };
}

/** The tokens that `SHOP` gets for the person of a browser. */
export async function tokensOfShop(app: TestApp, browser: HttpAgent, changes: Changes = {}): Promise<Tokens> {
  const answer = await requestToken(app, await codeFields(browser, changes));
  if (answer.status !== 200) throw new Error(`the token endpoint answered ${answer.status}: ${answer.text}`);
  return answer.json() as Tokens;
}
