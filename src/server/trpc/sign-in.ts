import type { ErrorCode } from '../../shared/errors.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { UserDocument } from '../database/collections.ts';
import { rememberDevice } from '../domain/known-devices.ts';
import { toSession } from '../domain/sessions.ts';
import { completeSignIn, methodName, type SignIn } from '../domain/sign-in/complete.ts';
import type { Context } from './context.ts';

/**
 * Signs this browser in: a new session, its cookie, and a line in the log. Throws `refusal` when what the sign-in stands on has changed
 * meanwhile.
 */
export async function signInBrowser(
  ctx: Context,
  signIn: Pick<SignIn, 'user' | 'method' | 'standsOn'>,
  refusal: ErrorCode,
): Promise<Session> {
  const { deps, client, cookies, requestId } = ctx;
  const completed = await completeSignIn(deps, {
    ...signIn,
    client,
    device: cookies.device,
    replaces: cookies.session ?? null,
  });
  if (!completed) throw new AppError(refusal);
  const { token, session, user } = completed;
  ctx.setCookie(deps.cookies.set('session', token, session.expires));
  makeKnown(ctx, user);
  const method = methodName(signIn.method);
  const userId = user._id.toHexString();
  logAuthEvent(deps.log, 'auth.sign-in', { requestId, ip: client.ip, method, userId });
  return toSession({ session, user });
}

/**
 * Lets strangers who guess at this account's password no longer keep this browser out: whoever signed in here, by whatever method, is no
 * stranger, and their next sign-in here is nothing to be mailed about.
 */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const { value, expires } = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  ctx.setCookie(ctx.deps.cookies.set('device', value, expires));
}
