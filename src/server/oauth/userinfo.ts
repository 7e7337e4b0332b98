import type { Request, RequestHandler } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { readBearer } from '../domain/oauth/client-token-checks.ts';
import { userClaims } from '../domain/oauth/client-tokens.ts';
import { OAuthError } from '../domain/oauth/oauth-error.ts';
import { addressKey } from '../domain/limits/rate-limits.ts';
import { requestContextOf } from '../http/request.ts';
import { valueOf } from '../domain/oauth/parameters.ts';
import { formOf } from './form.ts';

const BEARER_SCHEME = /^bearer(?: |$)/i;
const BEARER = /^bearer +([\w~+/.-]+=*) *$/i;

/** OpenID Connect Core, 5.3. Needs an access token with the scope `openid`. */
export function answerUserInfo(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const challenge = (...parts: string[]) =>
      res.set('WWW-Authenticate', ['Bearer realm="Foyer"', ...parts].join(', '));
    const token = tokenOf(req, () => challenge('error="invalid_request"'));
    if (token === null) {
      // Without an error: the client did not know that a token is needed (RFC 6750, 3.1).
      challenge().status(401).json({ error: 'invalid_token', error_description: 'The token is missing.' });
      return;
    }
    const live = await readBearer(deps, token).catch(async (error: unknown) => {
      if (!(error instanceof OAuthError) || error.code !== 'invalid_token') throw error;
      await deps.rateLimits.consume('bad-token', 'ip', addressKey(requestContextOf(req).ip));
      challenge('error="invalid_token"');
      throw error;
    });
    const { session, user } = live;
    if (!session.clientGrant.scopes.includes('openid')) {
      const description = 'The token has no scope openid.';
      challenge('error="insufficient_scope"', 'scope="openid"');
      res.status(403).json({ error: 'insufficient_scope', error_description: description });
      return;
    }
    res.json({ sub: user._id.toHexString(), ...userClaims(deps, live) });
  };
}

/** Another scheme than `Bearer` is none. No token in the URL: logs and histories keep it (RFC 6750, 2.3). */
function tokenOf(req: Request, challenge: () => void): string | null {
  const { authorization } = req.headers;
  const fromBody = typeof req.body === 'string' ? valueOf(formOf(req), 'access_token') : null;
  if (authorization === undefined || !BEARER_SCHEME.test(authorization)) return fromBody;
  const token = BEARER.exec(authorization)?.[1];
  if (fromBody === null && token !== undefined) return token;
  challenge();
  const description =
    fromBody === null ? 'The Authorization header cannot be read.' : 'The token is there twice.';
  throw new OAuthError('invalid_request', description);
}
