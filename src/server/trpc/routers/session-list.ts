import {
  listSessionsOutput,
  revokeOtherSessionsOutput,
  revokeSessionInput,
  revokeSessionOutput,
} from '../../../shared/schemas/session.ts';
import { logAuthEvent } from '../../auth-event.ts';
import { listSessions, revokeOtherSessions, revokeSession } from '../../domain/session-list.ts';
import { signedInProcedure } from '../procedures.ts';
import { makeKnown } from '../sign-in.ts';
import { endSession } from '../sign-out.ts';

/**
 * A person's devices, as part of the session router. None of it asks for a fresh session: whoever sees a stranger there should get rid
 * of them at once, and the worst that a thief can do with it is to have the owner sign in again.
 */
export const sessionListProcedures = {
  /** Where this person is signed in: the session that asks first, then the one seen last. */
  list: signedInProcedure
    .meta({ scope: 'sessions:read', errors: [] })
    .output(listSessionsOutput)
    .query(({ ctx }) => listSessions(ctx.deps, ctx.user, ctx.current?.session ?? null)),

  /** Ends one of this person's sessions; ending the one that asks is signing out. */
  revoke: signedInProcedure
    .meta({ scope: 'sessions:write', errors: ['NOT_FOUND'] })
    .input(revokeSessionInput)
    .output(revokeSessionOutput)
    .mutation(async ({ ctx, input: { id } }) => {
      const { deps, user, actor, client, requestId } = ctx;
      if (id === ctx.current?.session._id.toHexString()) {
        await endSession(ctx);
        return { id, current: true };
      }
      await revokeSession(deps, { actor, id, client });
      const userId = user._id.toHexString();
      logAuthEvent(deps.log, 'auth.session-revoked', { requestId, ip: client.ip, userId });
      return { id, current: false };
    }),

  /** Ends all of this person's sessions but the one that asks; with an access token, all of them. */
  revokeOthers: signedInProcedure
    .meta({ scope: 'sessions:write', errors: ['NOT_FOUND'] })
    .output(revokeOtherSessionsOutput)
    .mutation(async ({ ctx }) => {
      const { deps, user, actor, client, requestId } = ctx;
      const revoked = await revokeOtherSessions(deps, { actor, client });
      if (ctx.current) makeKnown(ctx, user);
      const userId = user._id.toHexString();
      logAuthEvent(deps.log, 'auth.sessions-revoked', { requestId, ip: client.ip, userId });
      return { revoked };
    }),
};
