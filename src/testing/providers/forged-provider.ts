import { exportJWK, generateKeyPair, SignJWT, type JWK, type JWTHeaderParameters } from 'jose';
import type { Fetch } from '../../server/net/transport.ts';
import { startIdentityProvider } from './identity-provider.ts';

export type Claims = Record<string, unknown>;
type KeyPair = Awaited<ReturnType<typeof generateKeyPair>>;

export interface Forgery {
  readonly claims?: (claims: Claims) => Claims;
  readonly header?: Partial<JWTHeaderParameters>;
  readonly key?: () => KeyPair['privateKey'] | Uint8Array | Promise<Uint8Array>;
  readonly token?: (token: string) => string;
  readonly info?: (info: Claims) => Claims;
}

export const FORGED_KEY_ID = 'the key of this test';

/** A real provider whose answers a test changes before the app gets them. */
export async function startForgedProvider(options: Parameters<typeof startIdentityProvider>[0]) {
  const [own, foreign] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const publicJwk = { ...(await exportJWK(own.publicKey)), kid: FORGED_KEY_ID, alg: 'RS256', use: 'sig' };
  const provider = await startIdentityProvider(options);
  let forgery: Forgery | null = null;

  /** The provider's token with other claims, signed by a key of the key set, or by the key of the forgery. */
  async function forge(token: string, { claims, header, key, token: cut }: Forgery): Promise<string> {
    const genuine = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Claims;
    const signed = await new SignJWT(claims ? claims(genuine) : genuine)
      .setProtectedHeader({ alg: 'RS256', kid: FORGED_KEY_ID, ...header })
      .sign((await key?.()) ?? own.privateKey);
    return cut ? cut(signed) : signed;
  }

  async function changed(pathname: string, body: Claims, by: Forgery | null): Promise<Claims> {
    if (pathname === '/jwks') return { keys: [...(body['keys'] as JWK[]), publicJwk] };
    if (pathname === '/me') return by?.info ? by.info(body) : body;
    if (pathname === '/token' && by) return { ...body, id_token: await forge(String(body['id_token']), by) };
    return body;
  }

  return {
    provider,
    /** Signs the changed ID tokens. It is in the key set. */
    own,
    /** A key that is in no key set. */
    foreign,
    /** `null` restores the provider's own answers. */
    use: (next: Forgery | null): void => void (forgery = next),
    /** The app's `fetch` to the provider. */
    async fetch(...[input, init]: Parameters<Fetch>) {
      const url = new URL(input instanceof Request ? input.url : input);
      // The provider listens on this address only. `localhost` may be `::1`.
      if (url.hostname === 'localhost') url.hostname = '127.0.0.1';
      const answer = await fetch(url, init);
      if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return answer;
      const body = (await answer.json()) as Claims;
      return Response.json(await changed(url.pathname, body, forgery));
    },
    [Symbol.asyncDispose]: () => provider.close(),
  };
}

export const without =
  (...names: string[]) =>
  (claims: Claims): Claims =>
    Object.fromEntries(Object.entries(claims).filter(([name]) => !names.includes(name)));
