import {
  createAccessTokenInput,
  createAccessTokenOutput,
  listAccessTokensOutput,
  revokeAccessTokenInput,
  revokeAccessTokenOutput,
} from '../../../shared/schemas/access-tokens.ts';
import { logAuthEvent } from '../../auth-event.ts';
import { createAccessToken, listAccessTokens, revokeAccessToken } from '../../domain/access-tokens.ts';
import { freshProcedure, router, signedInProcedure } from '../procedures.ts';

/** No token reaches any of it: one that leaked could make itself last, or hide what else there is. */
export const accessTokensRouter = router({
  /** This person's access tokens, newest first: the living, and for a month the expired. Never a token itself. */
  list: signedInProcedure
    .meta({ scope: 'session' })
    .output(listAccessTokensOutput)
    .query(({ ctx }) => listAccessTokens(ctx.deps, ctx.user)),

  /** Makes an access token and tells it, this once. */
  create: freshProcedure
    .meta({ scope: 'session' })
    .input(createAccessTokenInput)
    .output(createAccessTokenOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, client, requestId } = ctx;
      const created = await createAccessToken(deps, ctx.current, input, client);
      const userId = ctx.user._id.toHexString();
      logAuthEvent(deps.log, 'auth.access-token-created', { requestId, ip: client.ip, userId });
      return created;
    }),

  /** Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now. */
  revoke: signedInProcedure
    .meta({ scope: 'session' })
    .input(revokeAccessTokenInput)
    .output(revokeAccessTokenOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { deps, user, client, requestId } = ctx;
      await revokeAccessToken(deps, user, id, client);
      const userId = user._id.toHexString();
      logAuthEvent(deps.log, 'auth.access-token-revoked', { requestId, ip: client.ip, userId });
      return { id };
    }),
});
