import type { Session } from '../../shared/schemas/session.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { UserDocument } from '../database/collections.ts';
import { rememberDevice } from '../domain/known-devices.ts';
import { recordSignIn } from '../domain/sign-ins.ts';
import { createSessionOf, toSession, type CreatedSession } from '../domain/sessions.ts';
import type { Context } from './context.ts';

/** Signs this browser in: a new session, its cookie, and a line in the log. Throws `Verification` when the user is no longer as they were. */
export async function startSession(ctx: Context, user: UserDocument, method: string): Promise<Session> {
  const created = await createSessionOf(ctx.deps, user, {
    client: ctx.client,
    replaces: ctx.cookies.session ?? null,
  });
  return answerSignIn(ctx, { ...created, user }, method);
}

/**
 * Lets strangers who guess at this account's password no longer keep this browser out: whoever signed in here, by whatever method, is no
 * stranger, and their next sign-in here is nothing to be mailed about.
 */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const { value, expires } = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  ctx.setCookie(ctx.deps.cookies.set('device', value, expires));
}

/** The answer to a sign-in whose session has been made already. */
export async function answerSignIn(
  ctx: Context,
  { token, session, user }: CreatedSession & { user: UserDocument },
  method: string,
): Promise<Session> {
  await recordSignIn(ctx.deps, { user, method, client: ctx.client, device: ctx.cookies.device });
  ctx.setCookie(ctx.deps.cookies.set('session', token, session.expires));
  makeKnown(ctx, user);
  const { requestId, client } = ctx;
  const userId = user._id.toHexString();
  logAuthEvent(ctx.deps.log, 'auth.sign-in', { requestId, ip: client.ip, method, userId });
  return toSession({ session, user });
}
