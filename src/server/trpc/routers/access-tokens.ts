import {
  createAccessTokenInput,
  createAccessTokenOutput,
  currentAccessTokenOutput,
  listAccessTokensOutput,
  revokeAccessTokenInput,
  revokeAccessTokenOutput,
} from '../../../shared/schemas/access-tokens.ts';
import { logAuthEvent } from '../../auth-event.ts';
import { AppError } from '../../app-error.ts';
import {
  createAccessToken,
  describeAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../domain/access-tokens.ts';
import type { Context } from '../context.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts';

/**
 * What scripts sign in with. A token may look at the list if it was let, and at itself, and end itself; it makes none and ends no other: one
 * that leaked could make itself last, or stop what else there is.
 */
export const accessTokensRouter = router({
  /** This person's access tokens, newest first: the living, and for a month the expired. Never a token itself. */
  list: signedInProcedure
    .meta({ scope: 'tokens:read', errors: [] })
    .output(listAccessTokensOutput)
    .query(({ ctx }) => listAccessTokens(ctx.deps, ctx.user)),

  /** Makes an access token and tells it, this once. */
  create: freshProcedure
    .meta({ scope: 'session', errors: ['RATE_LIMITED', 'TOO_MANY_ACCESS_TOKENS'] })
    .input(createAccessTokenInput)
    .output(createAccessTokenOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, client, requestId } = ctx;
      const created = await createAccessToken(deps, ctx.current, input, client);
      const userId = ctx.user._id.toHexString();
      logAuthEvent(deps.log, 'auth.access-token-created', { requestId, ip: client.ip, userId });
      return created;
    }),

  /** What the access token that asks is and may do, and whose it is. Throws `ACCESS_TOKEN_INVALID` without one. */
  current: publicProcedure
    .meta({ scope: 'public', errors: [] })
    .output(currentAccessTokenOutput)
    .query(async ({ ctx }) => describeAccessToken(ctx.deps, await requireToken(ctx))),

  /** Ends the access token that asks: a program signs itself out. Throws `ACCESS_TOKEN_INVALID` without one. */
  revokeCurrent: publicProcedure
    .meta({ scope: 'public', errors: ['NOT_FOUND'] })
    .output(revokeAccessTokenOutput)
    .mutation(async ({ ctx }) => {
      const token = await requireToken(ctx);
      const id = token.accessToken._id.toHexString();
      await revokeAccessToken(ctx.deps, token, id, ctx.client);
      logRevoked(ctx, token.user._id.toHexString());
      return { id };
    }),

  /** Ends an access token at once; answers what it was. Not for fresh sessions alone: whoever fears for a token should end it now. */
  revoke: signedInProcedure
    .meta({ scope: 'session', errors: ['NOT_FOUND'] })
    .input(revokeAccessTokenInput)
    .output(revokeAccessTokenOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      await revokeAccessToken(ctx.deps, ctx.actor, id, ctx.client);
      logRevoked(ctx, ctx.user._id.toHexString());
      return { id };
    }),
});

async function requireToken(ctx: Context) {
  const token = await ctx.accessToken();
  if (!token) throw new AppError('ACCESS_TOKEN_INVALID');
  return token;
}

function logRevoked({ deps, requestId, client }: Context, userId: string): void {
  logAuthEvent(deps.log, 'auth.access-token-revoked', { requestId, ip: client.ip, userId });
}
