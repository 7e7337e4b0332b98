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
import { logAuthEvent, type AuthEvent } from '../../auth-event.ts';
import { requireCallbackPath } from '../../auth/start-flow.ts';
import type { UserDocument } from '../../database/collections.ts';
import { requestPasswordReset, resetPassword } from '../../domain/sign-in/password-reset.ts';
import { checkPassword } from '../../domain/sign-in/password-sign-in.ts';
import { signUp } from '../../domain/sign-in/password-sign-up.ts';
import { removePassword, setPassword, toPasswordStatus } from '../../domain/passwords/passwords.ts';
import { changePassword } from '../../domain/sign-in/password-change.ts';
import type { Context } from '../context.ts';
import { freshProcedure, publicProcedure, router, signedInProcedure } from '../procedures.ts';
import { toSentCode } from '../sent-code.ts';
import { makeKnown, setCookies, signInBrowser } from '../sign-in.ts';

export const passwordRouter = router({
  /** Mails a link and a code, with which `session.confirmLink` and `session.signInWithCode` finish the sign-up. */
  signUp: publicProcedure
    .meta({ scope: 'session' })
    .input(signUpInput)
    .output(requestLinkOutput)
    .mutation(async ({ ctx, input }) => {
      const { deps, client } = ctx;
      const callbackPath = requireCallbackPath(input.callbackUrl, deps.settings.origin);
      const { sent, browser } = await signUp(deps, {
        ...input,
        callbackPath,
        client,
        device: ctx.cookies.device,
      });
      const expires = new Date(deps.now().getTime() + VERIFICATION_TOKEN_MAX_AGE_MS);
      ctx.setCookie(deps.cookies.set('sign-up', browser, expires));
      logPasswordEvent(ctx, 'auth.sign-up-requested');
      return toSentCode(ctx, sent);
    }),

  /** Signs in by address and password. */
  signIn: publicProcedure
    .meta({ scope: 'session' })
    .input(passwordSignInInput)
    .output(signedInOutput)
    .mutation(async ({ ctx, input }) => {
      const callbackUrl = requireCallbackPath(input.callbackUrl, ctx.deps.settings.origin);
      const { email, password } = input;
      const { device } = ctx.cookies;
      const proof = await checkPassword(ctx.deps, { email, password, client: ctx.client, device });
      const signIn = { ...proof, method: { kind: 'password' }, callbackUrl } as const;
      return signInBrowser(ctx, signIn, 'CredentialsSignin');
    }),

  /** Whether this person has a password, and what they may do with it. */
  get: signedInProcedure
    .meta({ scope: 'accounts:read' })
    .output(passwordStatus)
    .query(({ ctx }) => toPasswordStatus(ctx.deps, ctx.user)),

  /** Sets the first password. */
  set: freshProcedure
    .meta({ scope: 'session' })
    .input(setPasswordInput)
    .output(passwordStatus)
    .mutation(async ({ ctx, input }) => {
      const user = await setPassword(ctx.deps, ctx.current, input.password, ctx.client);
      makeKnown(ctx, user);
      logPasswordEvent(ctx, 'auth.password-set', user);
      return toPasswordStatus(ctx.deps, user);
    }),

  /** Changes the password, signs every other device out and gives this one a new session. */
  change: freshProcedure
    .meta({ scope: 'session' })
    .input(changePasswordInput)
    .output(passwordStatus)
    .mutation(async ({ ctx, input }) => {
      const change = { current: input.current, chosen: input.password };
      const { user, cookies } = await changePassword(ctx.deps, ctx.current, change, ctx);
      setCookies(ctx, cookies);
      logPasswordEvent(ctx, 'auth.password-changed', user);
      return toPasswordStatus(ctx.deps, user);
    }),

  /** Removes the password, never the last way to sign in. */
  remove: freshProcedure
    .meta({ scope: 'session' })
    .output(passwordStatus)
    .mutation(async ({ ctx }) => {
      const user = await removePassword(ctx.deps, ctx.current, ctx.client);
      logPasswordEvent(ctx, 'auth.password-removed', user);
      return toPasswordStatus(ctx.deps, user);
    }),

  /** Mails a link to choose a new password. */
  requestReset: publicProcedure
    .meta({ scope: 'session' })
    .input(requestResetInput)
    .output(requestResetOutput)
    .mutation(async ({ ctx, input }) => {
      const sent = await requestPasswordReset(ctx.deps, {
        email: input.email,
        client: ctx.client,
        device: ctx.cookies.device,
      });
      logPasswordEvent(ctx, 'auth.password-reset-requested');
      return sent;
    }),

  /** Sets a new password by that link and signs out everywhere; the person signs in with it then. */
  reset: publicProcedure
    .meta({ scope: 'session' })
    .input(resetPasswordInput)
    .output(resetPasswordOutput)
    .mutation(async ({ ctx, input }) => {
      const user = await resetPassword(ctx.deps, { ...input, client: ctx.client });
      logPasswordEvent(ctx, 'auth.password-reset', user);
      return { email: input.email };
    }),
});

function logPasswordEvent(ctx: Context, event: AuthEvent, user?: UserDocument): void {
  const { requestId, client, deps } = ctx;
  logAuthEvent(deps.log, event, {
    requestId,
    ip: client.ip,
    ...(user ? { userId: user._id.toHexString() } : {}),
  });
}
