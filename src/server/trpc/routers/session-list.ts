import {
  listSessionsOutput,
  revokeOtherSessionsOutput,
  revokeSessionInput,
  revokeSessionOutput,
} from '../../../shared/schemas/session-list.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../../domain/sessions/session-list.ts';
import { signOutBrowser } from '../own-session.ts';
import { signedInProcedure } from '../procedures.ts';
import { makeKnown } from '../finish-sign-in.ts';
import { logEvent } from '../context.ts';

/** No fresh session is needed, because a user must be able to sign out a foreign device at once. */
export const sessionListProcedures = {
  list: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'sessions:read',
      whileImpersonating: true,
      summary: 'Lists the sessions of this person: the one that asks first, then by last use.',
      errors: [],
    })
    .output(listSessionsOutput)
    .query(({ ctx }) => listSessions(ctx.deps, ctx.user, ctx.current?.session ?? null)),

  revoke: signedInProcedure
    .meta({
      scope: 'sessions:write',
      summary:
        'Ends one of the sessions of this person. If it is the session of this call, the person is signed out.',
      errors: ['NOT_FOUND'],
    })
    .input(revokeSessionInput)
    .output(revokeSessionOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { deps, user, actor, requestContext } = ctx;
      if (id === ctx.current?.session._id.toHexString()) {
        await signOutBrowser(ctx);
        return { id, current: true };
      }
      await revokeSession(deps, { actor, id, requestContext });
      logEvent(ctx, 'auth.session-revoked', { userId: user._id.toHexString() });
      return { id, current: false };
    }),

  revokeOthers: signedInProcedure
    .meta({
      scope: 'sessions:write',
      summary:
        'Ends all sessions of this person but the one that asks. With an access token it ends all of them.',
      errors: ['NOT_FOUND'],
    })
    .output(revokeOtherSessionsOutput)
    .mutation(async ({ ctx }) => {
      const { deps, user, actor, requestContext } = ctx;
      const revoked = await revokeOtherSessions(deps, { actor, requestContext });
      if (ctx.current) makeKnown(ctx, user);
      logEvent(ctx, 'auth.sessions-revoked', { userId: user._id.toHexString() });
      return { revoked };
    }),
};
