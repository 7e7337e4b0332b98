import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import { logAuthEvent } from '../auth-event.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { rememberDevice } from '../domain/rules/known-devices.ts';
import { resumeLink } from '../domain/sign-in/pending-links.ts';
import { toSession } from '../domain/sessions/sessions.ts';
import {
  completeSignIn,
  type BrowserCookie,
  type CompletedSignIn,
  type SignIn,
} from '../domain/sign-in/complete.ts';
import { afterReview } from '../auth/review-url.ts';
import type { Context } from './context.ts';

/** A proof, and where the person wants to go: what `requireCallbackUrl` returned. */
type Proof = Pick<SignIn, 'user' | 'method' | 'condition'> & { readonly callbackUrl: string };

interface SignedIn {
  readonly session: Session;
  readonly callbackUrl: string;
}

/**
 * Signs this browser in and sets its cookies. When something was added to the account that its owner has not reviewed yet, `callbackUrl` leads to
 * the review first.
 *
 * Throws `refusal` when the proof does not hold any more.
 */
export async function signInBrowser(ctx: Context, signIn: Proof, refusal: ErrorCode): Promise<SignedIn> {
  return toSignedIn(ctx, await complete(ctx, signIn, refusal), signIn.callbackUrl);
}

/**
 * Signs this browser in, and links the waiting provider account when the person consented to that account. The sign-in succeeds even when the
 * link fails: the account then keeps waiting, and the next page asks again. Throws `Verification` when the proof does not hold any more.
 */
export async function signInAndConnect(
  ctx: Context,
  signIn: Proof,
  consent: LinkConsent | undefined,
): Promise<SignedIn & { connected?: 'linked' | 'already-linked' | 'not-connected' }> {
  const { deps, client, cookies, requestId } = ctx;
  const completed = await complete(ctx, signIn, 'Verification');
  const signedIn = toSignedIn(ctx, completed, signIn.callbackUrl);
  if (!consent) return signedIn;
  try {
    const { outcome } = await resumeLink(deps, cookies.link, consent, completed, client);
    ctx.setCookie(deps.cookies.clear('link'));
    const userId = completed.user._id.toHexString();
    logAuthEvent(deps.log, 'auth.linked', { requestId, ip: client.ip, userId });
    return { ...signedIn, connected: outcome };
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'not connected after a sign-in');
    return { ...signedIn, connected: 'not-connected' };
  }
}

async function complete(ctx: Context, proof: Proof, refusal: ErrorCode): Promise<CompletedSignIn> {
  const completed = await completeSignIn(ctx.deps, proof, ctx);
  if (!completed) throw new AppError(refusal);
  setCookies(ctx, completed.cookies);
  return completed;
}

export function setCookies(ctx: Context, cookies: readonly BrowserCookie[]): void {
  for (const cookie of ctx.deps.cookies.setAll(cookies)) ctx.setCookie(cookie);
}

function toSignedIn(ctx: Context, completed: CompletedSignIn, callbackUrl: string): SignedIn {
  return {
    session: toSession(completed),
    callbackUrl: afterReview(ctx.deps.settings, completed.user, callbackUrl),
  };
}

/** Makes this browser a known device of the account without a new sign-in (`known-devices.ts`). */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const device = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  setCookies(ctx, [{ kind: 'device', ...device }]);
}
