import type { RequestHandler } from 'express';
import { logAuthEvent } from '../log/auth-event.ts';
import type { Dependencies } from '../dependencies.ts';
import { introspectToken, revokeToken } from '../domain/oauth/client-token-checks.ts';
import { requestContextOf, requestIdOf } from '../http/request.ts';
import { authenticateClient } from './client-authentication.ts';
import { requiredValueOf } from '../domain/oauth/parameters.ts';
import { formOf } from './form.ts';

/** `POST /oauth/revoke` (RFC 7009). `token_type_hint` is ignored, because tokens say what they are. */
export function answerRevocation(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const parameters = formOf(req);
    const client = await authenticateClient(deps, req, parameters);
    const requestContext = requestContextOf(req);
    await revokeToken(deps, client, requiredValueOf(parameters, 'token'), requestContext);
    logAuthEvent(deps.log, 'auth.client-token-revoked', {
      requestId: requestIdOf(req),
      ip: requestContext.ip,
      client: client.id,
    });
    // RFC 7009 asks for no body, but some libraries parse every answer as JSON.
    res.json({});
  };
}

/** `POST /oauth/introspect` (RFC 7662). */
export function answerIntrospection(deps: Dependencies): RequestHandler {
  return async (req, res) => {
    const parameters = formOf(req);
    const client = await authenticateClient(deps, req, parameters);
    res.json(await introspectToken(deps, client, requiredValueOf(parameters, 'token')));
  };
}
