import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { listen } from '../../src/testing/run/listen.ts';

const KEY_ID = 'bench';
const CLIENT_ID = 'bench';
const VALID_SECONDS = 600;

interface ProviderUser {
  readonly subject: string;
  readonly email: string;
  readonly name: string;
}

export type CheapProvider = Awaited<ReturnType<typeof startCheapProvider>>;

/** An OpenID provider that costs little: no pages, one key, nothing stored. A code contains the claims. */
export async function startCheapProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256');
  const keys = { keys: [{ ...(await exportJWK(publicKey)), kid: KEY_ID, alg: 'RS256', use: 'sig' }] };
  const { url: issuer, close } = await listen((request, response) => {
    const answer = async () => {
      const body = JSON.stringify(await bodyOf(request));
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(body);
    };
    answer().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    userinfo_endpoint: `${issuer}/me`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
  };

  async function bodyOf(request: IncomingMessage): Promise<object> {
    if (request.url === '/.well-known/openid-configuration') return discovery;
    if (request.url === '/jwks') return keys;
    if (request.url !== '/token') throw new Error(`nothing is at ${request.url}`);
    const code = new URLSearchParams(await text(request)).get('code') ?? '';
    const claims = JSON.parse(Buffer.from(code, 'base64url').toString()) as Record<string, unknown>;
    const now = Math.floor(Date.now() / 1000);
    const idToken = await new SignJWT({ ...claims, email_verified: true, auth_time: now })
      .setProtectedHeader({ alg: 'RS256', kid: KEY_ID })
      .setIssuer(issuer)
      .setAudience(CLIENT_ID)
      .setIssuedAt(now)
      .setExpirationTime(now + VALID_SECONDS)
      .sign(privateKey);
    return { access_token: 'unused', token_type: 'Bearer', expires_in: VALID_SECONDS, id_token: idToken };
  }

  /** What the provider would answer to this authorization request of a signed-in user. */
  function authorize(url: string, { subject, email, name }: ProviderUser): string {
    const { searchParams: asked } = new URL(url);
    const claims = { sub: subject, email, name, nonce: asked.get('nonce') ?? undefined };
    const back = new URL(asked.get('redirect_uri') ?? '');
    back.searchParams.set('code', Buffer.from(JSON.stringify(claims)).toString('base64url'));
    const state = asked.get('state');
    if (state !== null) back.searchParams.set('state', state);
    back.searchParams.set('iss', issuer);
    return back.pathname + back.search;
  }

  return {
    issuer,
    clientId: CLIENT_ID,
    clientSecret: 'bench',
    authorize,
    close,
  };
}
