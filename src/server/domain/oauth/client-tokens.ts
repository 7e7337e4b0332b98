import type { JWTPayload } from 'jose';
import type { OAuthClient } from '../../configuration/oauth/oauth-client.ts';
import type { Dependencies } from '../../dependencies.ts';
import { tokenData } from '../rules/own-fields.ts';
import { toSeconds } from '../rules/numeric-date.ts';
import { ownIssuer, signJwt } from '../sessions/jwts.ts';
import { ownClaims } from '../sessions/own-claims.ts';
import { toSession } from '../sessions/sessions.ts';
import { SIGNING_ALGORITHM } from '../sessions/signing-keys.ts';
import type { ClientSession } from './client-sessions.ts';

export type TokenDependencies = Pick<
  Dependencies,
  'collections' | 'configuration' | 'log' | 'now' | 'vault' | 'settings'
>;

/** The claim `acr` of a sign-in's level, and the values of `acr_values`. */
export const ACR = { 1: 'aal1', 2: 'aal2' } as const;

/**
 * A JWT (RFC 9068) for `resources`; without any, for Foyer itself (`/oauth/userinfo`). A service that only
 * checks the signature accepts it until `exp`.
 */
export async function signAccessToken(
  deps: TokenDependencies,
  { session, user }: ClientSession,
  { resources, scopes }: { readonly resources: readonly string[]; readonly scopes: readonly string[] },
): Promise<{ readonly token: string; readonly expiresIn: number }> {
  const shape = toSession(deps, { session, user });
  const data = tokenData(deps.configuration, user);
  const claims = {
    ...(await ownClaims(deps, shape)),
    client_id: session.clientGrant.id,
    scope: scopes.join(' '),
    sid: session._id.toHexString(),
    ...strengthClaims(shape),
    ...(shape.roles.length === 0 ? {} : { roles: shape.roles }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
  const [only = ownIssuer(deps.settings), ...others] = resources;
  const audience = others.length === 0 ? only : [...resources];
  const header = { typ: 'at+jwt', alg: SIGNING_ALGORITHM } as const;
  const signed = await signJwt(deps, { session, user }, { ...header, audience, claims });
  return { token: signed.token, expiresIn: signed.expires - signed.issuedAt };
}

/** OpenID Connect Core, 2. The token is signed as declared for the client. */
export async function signIdToken(
  deps: TokenDependencies,
  { idTokenAlgorithm: alg }: Pick<OAuthClient, 'idTokenAlgorithm'>,
  { session, user }: ClientSession,
  nonce: string | null,
): Promise<string> {
  const shape = toSession(deps, { session, user });
  const claims = {
    ...strengthClaims(shape),
    sid: session._id.toHexString(),
    ...(nonce === null ? {} : { nonce }),
    ...userClaims(deps, { session, user }),
  };
  const audience = session.clientGrant.id;
  return (await signJwt(deps, { session, user }, { typ: 'JWT', alg, audience, claims })).token;
}

/** The claims that the scopes allow (OpenID Connect Core, 5.4). */
export function userClaims(deps: TokenDependencies, { session, user }: ClientSession): JWTPayload {
  const { scopes } = session.clientGrant;
  const { origin } = deps.settings;
  const { user: shown } = toSession(deps, { session, user });
  return {
    ...(scopes.includes('profile')
      ? {
          ...(shown.name === null ? {} : { name: shown.name }),
          ...(shown.image === null ? {} : { picture: new URL(shown.image, origin).href }),
          locale: user.locale,
        }
      : {}),
    ...(scopes.includes('email') && shown.email !== null ? { email: shown.email, email_verified: true } : {}),
    ...(scopes.includes('phone') && user.phone
      ? { phone_number: user.phone.e164, phone_number_verified: true }
      : {}),
  };
}

function strengthClaims({ aal, amr, authenticatedAt }: ReturnType<typeof toSession>): JWTPayload {
  return { auth_time: toSeconds(new Date(authenticatedAt)), acr: ACR[aal], amr };
}
