import {
  changePasswordInput,
  passwordSignInInput,
  passwordStatus,
  requestResetInput,
  requestResetOutput,
  resetPasswordInput,
  resetPasswordOutput,
  setPasswordInput,
  signUpInput,
} from '../../../shared/schemas/password.ts';
import { requestLinkOutput, signedInOutput } from '../../../shared/schemas/session.ts';
import { VERIFICATION_TOKEN_MAX_AGE_MS } from '../../../shared/limits.ts';
import { ADMISSION_ERRORS } from '../../configuration/admission.ts';
import { requireCallbackUrl } from '../../auth/start-flow.ts';
import { requestPasswordReset, resetPassword } from '../../domain/sign-in/password-reset.ts';
import { checkPassword } from '../../domain/sign-in/password-sign-in.ts';
import { signUp } from '../../domain/sign-in/password-sign-up.ts';
import { removePassword, setPassword, toPasswordStatus } from '../../domain/passwords/passwords.ts';
import { changePassword } from '../../domain/sign-in/password-change.ts';
import { logEvent } from '../context.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts';
import { toSentCode } from '../sent-code.ts';
import { makeKnown, setCookies, signInBrowser } from '../finish-sign-in.ts';

export const passwordRouter = router({
  signUp: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Sends a mail with a link and a code. `session.confirmLink` or `session.signInWithCode` finishes the sign-up.',
      errors: ['AccessDenied', 'RATE_LIMITED', 'PROOF_OF_WORK_REQUIRED', 'EmailSignin'],
    })
    .input(signUpInput)
    .output(requestLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, requestContext } = ctx;
      const callbackPath = requireCallbackUrl(deps, input.callbackUrl);
      const { sent, signUpSecret } = await signUp(deps, {
        ...input,
        name: input.name ?? null,
        callbackPath,
        requestContext,
        deviceCookie: ctx.cookies.device,
      });
      const expires = new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS);
      ctx.setCookie(deps.cookies.set('sign-up', signUpSecret, expires));
      logEvent(ctx, 'auth.sign-up-requested');
      return toSentCode(ctx, sent);
    }),

  signIn: publicProcedure
    .meta({
      scope: 'session',
      summary: 'Signs in with email address and password.',
      errors: [
        'ACCOUNT_SUSPENDED',
        'CredentialsSignin',
        'AccessDenied',
        ...ADMISSION_ERRORS,
        'RATE_LIMITED',
        'PROOF_OF_WORK_REQUIRED',
      ],
    })
    .input(passwordSignInInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackUrl(ctx.deps, input.callbackUrl);
      const proof = await checkPassword(ctx.deps, {
        ...input,
        requestContext: ctx.requestContext,
        deviceCookie: ctx.cookies.device,
      });
      const signIn = { ...proof, method: { kind: 'password' }, callbackUrl } as const;
      return signInBrowser(ctx, signIn, 'CredentialsSignin');
    }),

  get: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'accounts:read',
      whileImpersonating: true,
      summary: 'Whether this person has a password, and what they can do with it.',
      errors: [],
    })
    .output(passwordStatus)
    .query(({ ctx }) => toPasswordStatus(ctx.deps, ctx.user)),

  set: freshProcedure
    .meta({
      summary: 'Sets the first password.',
      errors: ['PASSWORD_EXISTS', 'ADDRESS_REQUIRED'],
    })
    .input(setPasswordInput)
    .output(passwordStatus)
    .mutation(async ({ ctx, input }) => {
      const user = await setPassword(ctx.deps, ctx.current, input.password, ctx.requestContext);
      makeKnown(ctx, user);
      logEvent(ctx, 'auth.password-set', { userId: user._id.toHexString() });
      return toPasswordStatus(ctx.deps, user);
    }),

  change: freshProcedure
    .meta({
      summary: 'Changes the password, signs out every other device and gives this browser a new session.',
      errors: ['NOT_FOUND', 'PASSWORD_WRONG', 'RATE_LIMITED'],
    })
    .input(changePasswordInput)
    .output(passwordStatus)
    .mutation(async ({ ctx, input }) => {
      const change = { current: input.current, chosen: input.password };
      const { user, cookies } = await changePassword(ctx.deps, ctx.current, change, ctx);
      setCookies(ctx, cookies);
      logEvent(ctx, 'auth.password-changed', { userId: user._id.toHexString() });
      return toPasswordStatus(ctx.deps, user);
    }),

  remove: freshProcedure
    .meta({
      summary: 'Removes the password, but never the last sign-in method.',
      errors: ['LAST_SIGN_IN_METHOD', 'NOT_FOUND'],
    })
    .output(passwordStatus)
    .mutation(async ({ ctx }) => {
      const user = await removePassword(ctx.deps, ctx.current, ctx.requestContext);
      logEvent(ctx, 'auth.password-removed', { userId: user._id.toHexString() });
      return toPasswordStatus(ctx.deps, user);
    }),

  requestReset: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Sends a mail with a link to choose a new password. The answer is the same for known and unknown addresses.',
      errors: ['AccessDenied', 'RATE_LIMITED', 'PROOF_OF_WORK_REQUIRED', 'EmailSignin'],
    })
    .input(requestResetInput)
    .output(requestResetOutput)
    .mutation(async ({ ctx, input }) => {
      const sent = await requestPasswordReset(ctx.deps, {
        email: input.email,
        requestContext: ctx.requestContext,
        deviceCookie: ctx.cookies.device,
      });
      logEvent(ctx, 'auth.password-reset-requested');
      return sent;
    }),

  reset: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Sets a new password with the token of the reset mail, and ends all sessions. It does not sign in.',
      errors: ['ACCOUNT_SUSPENDED', 'AccessDenied', 'RESET_LINK_INVALID'],
    })
    .input(resetPasswordInput)
    .output(resetPasswordOutput)
    .mutation(async ({ ctx, input }) => {
      const user = await resetPassword(ctx.deps, { ...input, requestContext: ctx.requestContext });
      logEvent(ctx, 'auth.password-reset', { userId: user._id.toHexString() });
      return { email: input.email };
    }),
});
