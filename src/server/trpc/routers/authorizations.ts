import {
  authorizationInput,
  decideAuthorizationOutput,
  inspectAuthorizationOutput,
} from '../../../shared/schemas/authorizations.ts';
import {
  approveAuthorization,
  denyAuthorization,
  inspectAuthorization,
} from '../../domain/oauth/confirmations.ts';
import { router, sessionProcedure } from '../procedures.ts';

/** Asks before a native app gets a code (RFC 8252, 8.6). An impersonating administrator may not answer. */
export const authorizationsRouter = router({
  inspect: sessionProcedure
    .meta({
      summary: 'Returns which app asks to sign this person in, and what it may know and do.',
      errors: ['OAUTH_CLIENT_UNKNOWN', 'OAUTH_REDIRECT_UNKNOWN'],
    })
    .input(authorizationInput)
    .output(inspectAuthorizationOutput)
    .query(({ ctx, input }) => inspectAuthorization(ctx.deps, ctx.current, input.request)),

  approve: sessionProcedure
    .meta({
      summary:
        'Signs this person in to the app: returns the address of the app with an authorization code. It checks the request and the session again.',
      errors: ['OAUTH_CLIENT_UNKNOWN', 'OAUTH_REDIRECT_UNKNOWN', 'RATE_LIMITED'],
    })
    .input(authorizationInput)
    .output(decideAuthorizationOutput)
    .mutation(({ ctx, input }) =>
      approveAuthorization(ctx.deps, ctx.current, input.request, ctx.requestContext),
    ),

  deny: sessionProcedure
    .meta({
      summary: 'Returns the address of the app that tells it that the person cancelled.',
      errors: ['OAUTH_CLIENT_UNKNOWN', 'OAUTH_REDIRECT_UNKNOWN'],
    })
    .input(authorizationInput)
    .output(decideAuthorizationOutput)
    .mutation(({ ctx, input }) => denyAuthorization(ctx.deps, input.request)),
});
