import { signOut } from '../domain/sessions/sign-out.ts';
import { readOwnSession } from '../domain/sign-in/impersonation.ts';
import { openOwnToken } from '../domain/sign-in/own-session-cookie.ts';
import type { ReadSession } from '../domain/sessions/sessions.ts';
import type { Context } from './context.ts';

/**
 * Gives a browser whose impersonation has ended the administrator's own session again. Answers `null` when there is none or it was ended.
 * Call it only when the browser has no live session.
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

/** Ends the administrator's own session that this browser keeps, and clears its cookie. */
export async function endOwnSession({ deps, cookies, setCookie, client }: Context): Promise<void> {
  const kept = cookies['administrator-session'];
  if (kept === undefined) return;
  const token = openOwnToken(deps, kept);
  if (token !== null) await signOut(deps, token, client);
  setCookie(deps.cookies.clear('administrator-session'));
}
