import {
  beginPasskeyInput,
  beginPasskeyOutput,
  completeSignInInput,
  completeSignInOutput,
  pendingSignInOutput,
  signedInOutput,
  signInWithPasskeyInput,
} from '../../../shared/schemas/session.ts';
import { ADMISSION_ERRORS } from '../../configuration/admission.ts';
import { AppError } from '../../app-error.ts';
import { logAuthEvent } from '../../log/auth-event.ts';
import { requireCallbackUrl } from '../../auth/start-flow.ts';
import type { CeremonyOwner } from '../../domain/passkeys/ceremonies.ts';
import { beginPasskeyUse } from '../../domain/passkeys/passkey-use.ts';
import { trustBrowser } from '../../domain/second-factor/trusted-browsers.ts';
import { checkPasskey } from '../../domain/sign-in/passkey-sign-in.ts';
import {
  completeSecondStep,
  getPendingSignIn,
  ownerOfPendingSignIn,
} from '../../domain/sign-in/second-step.ts';
import { proofNames } from '../../domain/rules/proofs.ts';
import { isImpersonation } from '../../domain/sessions/impersonations.ts';
import type { Context } from '../context.ts';
import { answerSignedIn, setCookies, signInBrowser } from '../finish-sign-in.ts';
import { publicProcedure } from '../procedures.ts';

export const sessionSecondFactorProcedures = {
  beginPasskey: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Makes a challenge for a passkey. The answer is the same for everybody who signs in, because no address is asked for.',
      errors: ['RATE_LIMITED', 'SessionRequired', 'SIGN_IN_EXPIRED', 'IMPERSONATION_REFUSED'],
    })
    .input(beginPasskeyInput)
    .output(beginPasskeyOutput)
    .mutation(async ({ ctx, input }) => {
      const purpose = input?.purpose ?? 'sign-in';
      const { options, cookie } = await beginPasskeyUse(ctx.deps, {
        purpose,
        passkeyCookie: ctx.cookies.passkey,
        owner: await ownerOf(ctx, purpose),
        requestContext: ctx.requestContext,
        deviceCookie: ctx.cookies.device,
      });
      ctx.setCookie(ctx.deps.cookies.set(cookie.kind, cookie.value, cookie.expires));
      return { options };
    }),

  signInWithPasskey: publicProcedure
    .meta({
      scope: 'session',
      summary: 'Signs in with a passkey. It is two factors at once, so no second step follows.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'PASSKEY_INVALID',
        'PASSKEY_UNKNOWN',
        'PASSKEY_OTHER_HOST',
        'AccessDenied',
        ...ADMISSION_ERRORS,
        'RATE_LIMITED',
      ],
    })
    .input(signInWithPasskeyInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackUrl(ctx.deps, input.callbackUrl);
      const { passkey } = input;
      const proof = await checkPasskey(ctx.deps, { passkey, passkeyCookie: ctx.cookies.passkey });
      return signInBrowser(ctx, { ...proof, method: { kind: 'passkey' }, callbackUrl }, 'PASSKEY_INVALID');
    }),

  pending: publicProcedure
    .meta({
      scope: 'session',
      summary: 'The sign-in that waits for its second factor in this browser, or `null`.',
      errors: [],
    })
    .output(pendingSignInOutput)
    .query(({ ctx }) => getPendingSignIn(ctx.deps, ctx.cookies['pending-sign-in'])),

  completeSignIn: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Gives the second factor: finishes the sign-in that waits in this browser, or makes its session fresh. It works once, and five answers may be wrong.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'SIGN_IN_EXPIRED',
        'SECOND_FACTOR_INVALID',
        'PASSKEY_INVALID',
        'PASSKEY_UNKNOWN',
        'PASSKEY_OTHER_HOST',
        'RATE_LIMITED',
        'SessionRequired',
        ...ADMISSION_ERRORS,
      ],
    })
    .input(completeSignInInput)
    .output(completeSignInOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, requestContext, requestId } = ctx;
      const { trustBrowser: isTrusted, ...answer } = input;
      const step = await completeSecondStep(deps, answer, ctx).catch((error: unknown) => {
        // The pending sign-in has ended, so its cookie is cleared. After any other failure, the user can try
        // again.
        if (error instanceof AppError && error.code === 'SIGN_IN_EXPIRED') clearPending(ctx);
        throw error;
      });
      clearPending(ctx);
      const { pending } = step;
      const callbackUrl = pending.callbackPath;
      if (step.kind === 'fresh') {
        const method = proofNames(pending.proofs);
        const userId = pending.userId.toHexString();
        logAuthEvent(deps.log, 'auth.reauthenticated', { requestId, method, userId });
        return { status: 'fresh' as const, authenticatedAt: step.at.toISOString(), callbackUrl };
      }
      const { completed } = step;
      setCookies(ctx, completed.cookies);
      const device = completed.cookies.find(({ kind }) => kind === 'device');
      if (isTrusted && device) {
        // The user is signed in, so a failure here must not undo that.
        await trustBrowser(deps, completed, { deviceCookie: device.value, requestContext }).catch(
          (error: unknown) => deps.log.warn({ err: error, requestId }, 'browser not trusted'),
        );
      }
      return answerSignedIn(ctx, completed, { callbackUrl, connect: pending.connect ?? undefined });
    }),
};

function clearPending({ cookies, deps, setCookie }: Context): void {
  if (cookies['pending-sign-in'] !== undefined) setCookie(deps.cookies.clear('pending-sign-in'));
}

async function ownerOf(
  ctx: Context,
  purpose: 'sign-in' | 'verify' | 'second-factor',
): Promise<CeremonyOwner | null> {
  if (purpose === 'sign-in') return null;
  if (purpose === 'second-factor') {
    return { user: await ownerOfPendingSignIn(ctx.deps, ctx.cookies['pending-sign-in']), session: null };
  }
  const current = await ctx.session();
  if (!current) throw new AppError('SessionRequired');
  if (isImpersonation(current.session)) throw new AppError('IMPERSONATION_REFUSED');
  return current;
}
