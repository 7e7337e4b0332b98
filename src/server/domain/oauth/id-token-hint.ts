import { ID_TOKEN_ALGORITHMS } from '../../configuration/oauth/oauth-client.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { ownIssuer, verifyJwt } from '../sessions/jwts.ts';
import { publicKeySet } from '../sessions/signing-keys.ts';
import { AuthorizationRefusal, type AuthorizationRequest } from './authorization-request.ts';
import type { TokenDependencies } from './client-tokens.ts';

/**
 * The client expects the user of this ID token, who may have left the browser to somebody else (OpenID
 * Connect Core, 3.1.2.1). Without `prompt=none` the hint is ignored. Throws `AuthorizationRefusal`
 * `login_required`.
 */
export async function requireHintedUser(
  deps: TokenDependencies,
  request: AuthorizationRequest,
  user: Pick<UserDocument, '_id'>,
): Promise<void> {
  const { idTokenHint, prompt, client } = request;
  if (prompt !== 'none' || idTokenHint === null) return;
  const payload = await verifyJwt(idTokenHint, (await publicKeySet(deps)).keys, {
    // Another algorithm may have been declared for the client when this token was signed.
    algorithms: [...ID_TOKEN_ALGORITHMS],
    typ: 'JWT',
    issuer: ownIssuer(deps.settings),
    audience: client.id,
    // Its expiry does not count.
    currentDate: new Date(0),
  });
  if (payload?.sub === user._id.toHexString()) return;
  throw new AuthorizationRefusal(
    request,
    'login_required',
    'id_token_hint is not of the person who is signed in.',
  );
}
