import { DEFAULT_CALLBACK_PATH, toCallbackPath } from '../../shared/callback-url.ts';
import type { ErrorCode } from '../../shared/errors.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { UserDocument } from '../database/collections.ts';
import { rememberDevice } from '../domain/known-devices.ts';
import { toSession } from '../domain/sessions.ts';
import { completeSignIn, methodName, type SignIn } from '../domain/sign-in/complete.ts';
import type { Context } from './context.ts';

const SECURITY_REVIEW_PATH = '/account/security-review';
/** For reading paths of ours. */
const ANY_ORIGIN = 'http://foyer.invalid';

/**
 * Signs this browser in: a new session, its cookie, and a line in the log. `callbackUrl`: the path that the person wants to go to. While they are to look
 * at what was added to their account, they go there first.
 *
 * Throws `refusal` when what the sign-in stands on has changed meanwhile.
 */
export async function signInBrowser(
  ctx: Context,
  signIn: Pick<SignIn, 'user' | 'method' | 'standsOn'> & { readonly callbackUrl: string },
  refusal: ErrorCode,
): Promise<{ session: Session; callbackUrl: string }> {
  const { deps, client, cookies, requestId } = ctx;
  const { callbackUrl, ...proof } = signIn;
  const completed = await completeSignIn(deps, {
    ...proof,
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
  return {
    session: toSession({ session, user }),
    callbackUrl: user.securityReview ? reviewPath(callbackUrl) : callbackUrl,
  };
}

/** The page that shows what was added, and leads on to `callbackUrl`. */
function reviewPath(callbackUrl: string): string {
  if (callbackUrl === DEFAULT_CALLBACK_PATH) return SECURITY_REVIEW_PATH;
  if (new URL(callbackUrl, ANY_ORIGIN).pathname === SECURITY_REVIEW_PATH) return callbackUrl;
  const path = `${SECURITY_REVIEW_PATH}?${new URLSearchParams({ callbackUrl }).toString()}`;
  // One that is nearly as long as a path may be would be refused with this around it.
  return toCallbackPath(path, ANY_ORIGIN) ?? SECURITY_REVIEW_PATH;
}

/**
 * Lets strangers who guess at this account's password no longer keep this browser out: whoever signed in here, by whatever method, is no
 * stranger, and their next sign-in here is nothing to be mailed about.
 */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const { value, expires } = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  ctx.setCookie(ctx.deps.cookies.set('device', value, expires));
}
