import { signOut } from '../domain/sessions/sign-out.ts';
import { logEvent, type Context } from './context.ts';
import { endOwnSession } from './own-session.ts';

/** Ends the session of this browser, if it has one, and clears its cookie. An administrator who acts as somebody else is signed out, too. */
export async function endSession(ctx: Context): Promise<void> {
  if (ctx.cookies.session !== undefined) await signOut(ctx.deps, ctx.cookies.session, ctx.client);
  ctx.setCookie(ctx.deps.cookies.clear('session'));
  await endOwnSession(ctx);
  logEvent(ctx, 'auth.sign-out');
}
