import { logAuthEvent } from '../log/auth-event.ts';
import { signOut } from '../domain/sessions/sign-out.ts';
import type { Context } from './context.ts';
import { endOwnSession } from './own-session.ts';

/** Ends the session of this browser, if it has one, and clears its cookie. An administrator who acts as somebody else is signed out, too. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.cookies.session !== undefined) await signOut(ctx.deps, ctx.cookies.session, ctx.client);
  ctx.setCookie(ctx.deps.cookies.clear('session'));
  await endOwnSession(ctx);
  logAuthEvent(ctx.deps.log, 'auth.sign-out', { requestId: ctx.requestId, ip: ctx.client.ip });
}
