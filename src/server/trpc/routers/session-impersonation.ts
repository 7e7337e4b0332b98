import { getSessionOutput } from '../../../shared/schemas/session.ts';
import {
  endImpersonation,
  isImpersonation,
  type ImpersonationSession,
} from '../../domain/sessions/impersonations.ts';
import { toSession } from '../../domain/sessions/sessions.ts';
import { returnToOwnSession } from '../own-session.ts';
import { logEvent, type Context } from '../context.ts';
import { publicProcedure } from '../procedures.ts';

export const sessionImpersonationProcedures = {
  endImpersonation: publicProcedure
    .meta({
      scope: 'session',
      whileImpersonating: true,
      summary:
        'Ends acting as another person. Answers the own session of the administrator, which this browser has again, or `null` when that was ended, too. In any other session it changes nothing.',
      errors: [],
    })
    .output(getSessionOutput)
    .mutation(async ({ ctx }) => {
      const { deps } = ctx;
      const current = await ctx.session();
      if (current && isImpersonation(current.session)) await end(ctx, current.session);
      else if (current) return toSession(deps, current);
      else if (await ctx.enrolmentSession()) return null;
      const own = await returnToOwnSession(ctx);
      if (own) return toSession(deps, own);
      ctx.setCookie(deps.cookies.clear('session'));
      return null;
    }),
};

async function end(ctx: Context, session: ImpersonationSession): Promise<void> {
  if (!(await endImpersonation(ctx.deps, session, ctx.requestContext))) return;
  logEvent(ctx, 'auth.impersonation-ended', {
    userId: session.userId.toHexString(),
    administratorId: session.impersonation.administratorId.toHexString(),
  });
}
