import {
  changeEmailInput,
  changeEmailOutput,
  confirmEmailInput,
  confirmEmailWithCodeInput,
  emailStatus,
  undoEmailInput,
  undoEmailOutput,
} from '../../../shared/schemas/email.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { cancelEmailChange, changeEmail, getEmailStatus } from '../../domain/email/email-change.ts';
import { confirmEmail, confirmEmailCode } from '../../domain/email/email-confirmation.ts';
import { undoEmailChange } from '../../domain/email/email-undo.ts';
import type { ReadSession } from '../../domain/sessions/sessions.ts';
import { logEvent, type Context } from '../context.ts';
import {
  freshProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '../procedures.ts';

export const emailRouter = router({
  get: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'email:read',
      whileImpersonating: true,
      summary: 'The email address of this person, and the new one that waits for its confirmation.',
      errors: [],
    })
    .output(emailStatus)
    .query(({ ctx }) => getEmailStatus(ctx.deps, ctx.user)),

  change: freshProcedure
    .meta({
      summary:
        'Sends a mail with a link and a code to a new address. The answer is the same for an address of somebody else.',
      errors: ['RATE_LIMITED', 'EmailSignin'],
    })
    .input(changeEmailInput)
    .output(changeEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const { expires, ...sent } = await changeEmail(ctx.deps, changerOf(ctx), input.email);
      logEvent(ctx, 'auth.email-change-requested', { userId: ctx.user._id.toHexString() });
      return { ...sent, expires: expires.toISOString() };
    }),

  confirm: sessionProcedure
    .meta({
      summary:
        'Confirms the new address with the token of the link in the mail. The former address gets a link that undoes the change.',
      errors: ['EMAIL_LINK_INVALID', 'EMAIL_TAKEN'],
    })
    .input(confirmEmailInput)
    .output(emailStatus)
    .mutation(async ({ ctx, input }) => {
      return answerChanged(ctx, await confirmEmail(ctx.deps, changerOf(ctx), input.token));
    }),

  confirmWithCode: sessionProcedure
    .meta({
      summary: 'Confirms the new address with the code of the mail.',
      errors: ['CODE_INVALID', 'CODE_DEAD', 'CODE_OTHER_BROWSER', 'EMAIL_TAKEN'],
    })
    .input(confirmEmailWithCodeInput)
    .output(emailStatus)
    .mutation(async ({ ctx, input }) => {
      return answerChanged(ctx, await confirmEmailCode(ctx.deps, changerOf(ctx), input.code));
    }),

  cancel: sessionProcedure
    .meta({
      summary: 'Drops the new address that waits. Its link and its code stop working.',
      errors: [],
    })
    .output(emailStatus)
    .mutation(async ({ ctx }) => {
      const user = await cancelEmailChange(ctx.deps, ctx.current);
      logEvent(ctx, 'auth.email-change-cancelled', { userId: user._id.toHexString() });
      return getEmailStatus(ctx.deps, user);
    }),

  undo: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Restores a former address with the token of the link that was sent to it, and signs out everywhere. It signs nobody in.',
      errors: ['ACCOUNT_SUSPENDED', 'EMAIL_UNDO_INVALID', 'EMAIL_TAKEN'],
    })
    .input(undoEmailInput)
    .output(undoEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const { userId, email } = await undoEmailChange(ctx.deps, input.token, ctx.requestContext);
      logEvent(ctx, 'auth.email-change-undone', { userId });
      return { email };
    }),
});

type SignedInContext = Context & { readonly user: UserDocument; readonly current: ReadSession };

function changerOf({ current, requestContext }: SignedInContext) {
  return { actor: current, requestContext };
}

function answerChanged(ctx: SignedInContext, user: UserDocument) {
  logEvent(ctx, 'auth.email-changed', { userId: user._id.toHexString() });
  return getEmailStatus(ctx.deps, user);
}
