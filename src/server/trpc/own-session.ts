import { readOwnSession } from '../domain/sign-in/impersonation.ts';
import { openOwnToken } from '../domain/sign-in/own-session-cookie.ts';
import { signOut, type ReadSession } from '../domain/sessions/sessions.ts';
import { logEvent, type Context } from './context.ts';

/**
 * Returns an administrator to their own session after an impersonation. `null` when the browser has none, or
 * it was ended. Call it only when the browser has no live session.
 */
export async function returnToOwnSession(
  ctx: Pick<Context, 'deps' | 'cookies' | 'setCookie'>,
): Promise<ReadSession | null> {
  const { deps, cookies, setCookie } = ctx;
  const kept = cookies['administrator-session'];
  if (kept === undefined) return null;
  const own = await readOwnSession(deps, kept);
  if (own) setCookie(deps.cookies.set('session', own.token, own.session.expires));
  setCookie(deps.cookies.clear('administrator-session'));
  return own;
}

export async function endOwnSession({ deps, cookies, setCookie, requestContext }: Context): Promise<void> {
  const kept = cookies['administrator-session'];
  if (kept === undefined) return;
  const token = openOwnToken(deps, kept);
  if (token !== null) await signOut(deps, token, requestContext);
  setCookie(deps.cookies.clear('administrator-session'));
}

/** An administrator who acts as somebody else is signed out, too. */
export async function signOutBrowser(ctx: Context): Promise<void> {
  if (ctx.cookies.session !== undefined) await signOut(ctx.deps, ctx.cookies.session, ctx.requestContext);
  ctx.setCookie(ctx.deps.cookies.clear('session'));
  await endOwnSession(ctx);
  logEvent(ctx, 'auth.sign-out');
}
