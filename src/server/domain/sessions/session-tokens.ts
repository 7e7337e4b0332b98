import { SESSION_TOKEN_TYPE, SESSION_TOKEN_USE } from '../../../shared/session-token.ts';
import { AppError } from '../../app-error.ts';
import type { Dependencies } from '../../dependencies.ts';
import { tokenData } from '../rules/own-fields.ts';
import { toSeconds } from '../rules/numeric-date.ts';
import { signJwt } from './jwts.ts';
import { ownClaims } from './own-claims.ts';
import { toSession, type ReadSession } from './sessions.ts';
import { SIGNING_ALGORITHM } from './signing-keys.ts';

/**
 * A JWT (RFC 7519) for one audience (docs/calling.md). It stays valid until `exp`, even when its session ends
 * before. Throws `INVALID_INPUT` for the id of an OAuth client: its ID tokens have the same issuer and
 * audience, and a service may not look at `typ`.
 */
export async function createSessionToken(
  deps: Pick<
    Dependencies,
    'collections' | 'configuration' | 'log' | 'now' | 'oauthClients' | 'vault' | 'settings'
  >,
  read: ReadSession,
  audience: string,
): Promise<{ token: string; expires: string }> {
  if (deps.oauthClients.has(audience)) throw new AppError('INVALID_INPUT');
  const session = toSession(deps, read);
  const { user, aal, amr, proofs, roles, impersonation } = session;
  const data = tokenData(deps.configuration, read.user);
  const claims = {
    ...(await ownClaims(deps, session)),
    token_use: SESSION_TOKEN_USE,
    sid: read.session._id.toHexString(),
    auth_time: toSeconds(read.session.authenticatedAt),
    aal,
    amr,
    // Phishing-resistant (OpenID Connect EAP ACR Values 1.0). Other proofs have no registered value.
    ...(proofs.some(({ method }) => method === 'passkey') ? { acr: 'phr' } : {}),
    ...(user.name === null ? {} : { name: user.name }),
    ...(user.email === null ? {} : { email: user.email, email_verified: true }),
    ...(user.image === null ? {} : { picture: new URL(user.image, deps.settings.origin).href }),
    // Who acts as this user (RFC 8693, section 4.1).
    ...(impersonation ? { act: { sub: impersonation.administratorId } } : {}),
    ...(roles.length === 0 ? {} : { roles }),
    ...(Object.keys(data).length === 0 ? {} : { data }),
  };
  const header = { typ: SESSION_TOKEN_TYPE, alg: SIGNING_ALGORITHM } as const;
  const { token, expires } = await signJwt(deps, read, { ...header, audience, claims });
  return { token, expires: new Date(expires * 1000).toISOString() };
}
