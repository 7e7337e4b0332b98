import {
  createAccessTokenInput,
  createAccessTokenOutput,
  currentAccessTokenOutput,
  listAccessTokensOutput,
  listOwnScopesOutput,
  revokeAccessTokenInput,
  revokeAccessTokenOutput,
} from '../../../shared/schemas/access-tokens.ts';
import { AppError } from '../../app-error.ts';
import {
  createAccessToken,
  describeAccessToken,
  listAccessTokens,
  revokeAccessToken,
} from '../../domain/tokens/access-tokens.ts';
import { logEvent, type Context } from '../context.ts';
import {
  freshProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '../procedures.ts';

/** Access tokens cannot create other tokens. Otherwise a leaked token could create its own successor. */
export const accessTokensRouter = router({
  list: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'tokens:read',
      whileImpersonating: true,
      summary:
        'Lists the access tokens of this person, newest first, also those that expired within the last month. It never answers a token itself.',
      errors: [],
    })
    .output(listAccessTokensOutput)
    .query(({ ctx }) => listAccessTokens(ctx.deps, ctx.user)),

  ownScopes: sessionProcedure
    .meta({
      fromTrustedOrigins: true,
      whileImpersonating: true,
      summary:
        'Lists the scopes of the application that an access token may have beside those of Foyer, as `foyer.config.ts` declares them.',
      errors: [],
    })
    .output(listOwnScopesOutput)
    .query(({ ctx }) => [...ctx.deps.configuration.scopes]),

  create: freshProcedure
    .meta({
      summary: 'Creates an access token. This answer is the only one that has the token itself.',
      errors: ['RATE_LIMITED', 'TOO_MANY_ACCESS_TOKENS'],
    })
    .input(createAccessTokenInput)
    .output(createAccessTokenOutput)
    .mutation(async ({ ctx, input }) => {
      const created = await createAccessToken(ctx.deps, ctx.current, input, ctx.requestContext);
      logEvent(ctx, 'auth.access-token-created', { userId: ctx.user._id.toHexString() });
      return created;
    }),

  current: publicProcedure
    .meta({
      scope: 'public',
      summary: 'Returns the scopes, the expiry and the user of the access token of this call.',
      errors: [],
    })
    .output(currentAccessTokenOutput)
    .query(async ({ ctx }) => describeAccessToken(ctx.deps, await requireToken(ctx))),

  revokeCurrent: publicProcedure
    .meta({
      scope: 'public',
      summary: 'Revokes the access token that makes this call. This is how a script signs out.',
      errors: ['NOT_FOUND'],
    })
    .output(revokeAccessTokenOutput)
    .mutation(async ({ ctx }) => {
      const token = await requireToken(ctx);
      const id = token.accessToken._id.toHexString();
      await revokeAccessToken(ctx.deps, token, id, ctx.requestContext);
      logEvent(ctx, 'auth.access-token-revoked', { userId: token.user._id.toHexString() });
      return { id };
    }),

  revoke: signedInProcedure
    .meta({
      scope: 'session',
      summary:
        'Revokes an access token at once. It needs no fresh session, so that a token which leaked can be revoked without delay.',
      errors: ['NOT_FOUND'],
    })
    .input(revokeAccessTokenInput)
    .output(revokeAccessTokenOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      await revokeAccessToken(ctx.deps, ctx.actor, id, ctx.requestContext);
      logEvent(ctx, 'auth.access-token-revoked', { userId: ctx.user._id.toHexString() });
      return { id };
    }),
});

async function requireToken(ctx: Context) {
  const token = await ctx.accessToken();
  if (!token) throw new AppError('ACCESS_TOKEN_INVALID');
  return token;
}
