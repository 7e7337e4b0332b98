import { atBase } from '../../shared/base-path.ts';
import { SECOND_FACTOR_PATH } from '../../shared/callback-url.ts';
import type { ErrorCode } from '../../shared/errors/catalogue.ts';
import type { LinkConsent } from '../../shared/schemas/accounts.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { AppError } from '../app-error.ts';
import type { UserDocument } from '../database/user-documents.ts';
import { rememberDevice } from '../domain/rules/known-devices.ts';
import type { SignUpOutcome } from '../domain/sign-in/pending-sign-up.ts';
import {
  isStrong,
  mustEnrol,
  needsSecondFactor,
  usablePasskeys,
} from '../domain/rules/second-factor-policy.ts';
import { resumeLink } from '../domain/sign-in/pending-links.ts';
import { toSession } from '../domain/sessions/sessions.ts';
import {
  completeSignIn,
  type BrowserCookie,
  type CompletedSignIn,
  type SignIn,
} from '../domain/sign-in/complete.ts';
import { afterSignIn } from '../auth/after-sign-in.ts';
import { logEvent, type Context } from './context.ts';

/** `callbackUrl`: as `requireCallbackUrl` returned it. */
type Proof = Pick<SignIn, 'user' | 'method' | 'condition' | 'callbackUrl' | 'remote'>;
type Connected = 'linked' | 'already-linked' | 'not-connected';

interface SignedIn {
  readonly status: 'signed-in';
  readonly session: Session | null;
  readonly callbackUrl: string;
  readonly connected?: Connected;
  readonly signUp?: SignUpOutcome;
  readonly offerPasskey?: true;
}

export type SignInAnswer = SignedIn | { readonly status: 'second-factor'; readonly callbackUrl: string };

/**
 * Signs this browser in, or lets it wait for the second factor. When something on the account was added and
 * not reviewed, `callbackUrl` leads to the review. With `connect`, it then links the waiting provider
 * account, unless a second factor is missing. When that fails, the account keeps waiting, and the next page
 * asks again.
 * Throws `refusal` when the verification does not hold any more.
 */
export async function signInBrowser(
  ctx: Context,
  signIn: Proof,
  refusal: ErrorCode,
  connect?: LinkConsent,
): Promise<SignInAnswer> {
  const completed = await completeSignIn(ctx.deps, { ...signIn, connect }, ctx);
  if (!completed) throw new AppError(refusal);
  setCookies(ctx, completed.cookies);
  if (completed.status === 'second-factor') {
    return { status: 'second-factor', callbackUrl: atBase(ctx.deps.settings, SECOND_FACTOR_PATH) };
  }
  return answerSignedIn(ctx, completed, { callbackUrl: signIn.callbackUrl, connect });
}

/** Also connects the waiting account that the user consented to. */
export async function answerSignedIn(
  ctx: Context,
  completed: CompletedSignIn,
  { callbackUrl, connect }: { readonly callbackUrl: string; readonly connect?: LinkConsent | undefined },
): Promise<SignedIn> {
  const { settings } = ctx.deps;
  const { user } = completed;
  const connected = connect && (await connectWaiting(ctx, completed, connect));
  const session = mustEnrol(settings, user) ? null : toSession(ctx.deps, completed);
  const isOwnProof = session?.proofs.some(({ factor }) => factor === 'knowledge' || factor === 'inbox');
  return {
    status: 'signed-in',
    session,
    callbackUrl: afterSignIn(settings, user, callbackUrl),
    ...(connected ? { connected } : {}),
    ...(isOwnProof && usablePasskeys(settings, user).length === 0 ? { offerPasskey: true } : {}),
  };
}

/** Like `accounts.resumeLink`. In a trusted browser, the next page asks for the second factor first. */
async function connectWaiting(
  ctx: Context,
  completed: CompletedSignIn,
  consent: LinkConsent,
): Promise<Connected> {
  const { deps, requestContext, cookies } = ctx;
  const { settings } = deps;
  const { user, session } = completed;
  const isAllowed = needsSecondFactor(settings, user) ? isStrong(deps, session) : !mustEnrol(settings, user);
  if (!isAllowed) return 'not-connected';
  try {
    const { outcome } = await resumeLink(deps, cookies.link, consent, completed, requestContext);
    ctx.setCookie(deps.cookies.clear('link'));
    logEvent(ctx, 'auth.linked', { userId: user._id.toHexString() });
    return outcome;
  } catch (error) {
    if (!(error instanceof AppError)) deps.log.warn({ err: error }, 'not connected after a sign-in');
    return 'not-connected';
  }
}

export function setCookies(ctx: Context, cookies: readonly BrowserCookie[]): void {
  for (const cookie of ctx.deps.cookies.setAll(cookies)) ctx.setCookie(cookie);
}

/** Makes this browser a known device without a new sign-in (`known-devices.ts`). */
export function makeKnown(ctx: Context, user: UserDocument): void {
  const device = rememberDevice(ctx.deps, ctx.cookies.device, user._id.toHexString());
  setCookies(ctx, [{ kind: 'device', ...device }]);
}
