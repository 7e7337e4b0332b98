import {
  changeEmailInput,
  changeEmailOutput,
  confirmEmailInput,
  confirmEmailWithCodeInput,
  emailStatus,
  undoEmailInput,
  undoEmailOutput,
} from '../../../shared/schemas/email.ts';
import { logAuthEvent, type AuthEvent } from '../../auth-event.ts';
import type { UserDocument } from '../../database/collections.ts';
import { cancelEmailChange, changeEmail, getEmailStatus } from '../../domain/email-change.ts';
import { confirmEmail, confirmEmailCode } from '../../domain/email-confirmation.ts';
import { undoEmailChange } from '../../domain/email-undo.ts';
import type { ReadSession } from '../../domain/sessions.ts';
import type { Context } from '../context.ts';
import {
  freshProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  signedInProcedure,
} from '../procedures.ts';

export const emailRouter = router({
  /** The address, and the one that waits for its proof. */
  get: signedInProcedure
    .meta({ scope: 'email:read', errors: [] })
    .output(emailStatus)
    .query(({ ctx }) => getEmailStatus(ctx.deps, ctx.user)),

  /** Mails a link and a code to another address, or the first one. The answer is the same for somebody else's. */
  change: freshProcedure
    .meta({ scope: 'session', errors: ['RATE_LIMITED', 'EmailSignin'] })
    .input(changeEmailInput)
    .output(changeEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const { expires, ...sent } = await changeEmail(ctx.deps, changerOf(ctx), input.email);
      logEmailEvent(ctx, 'auth.email-change-requested', ctx.user._id.toHexString());
      return { ...sent, expires: expires.toISOString() };
    }),

  /** By the link's token; the address is this person's then, and the one before may undo it. */
  confirm: sessionProcedure
    .meta({ scope: 'session', errors: ['EMAIL_LINK_INVALID', 'EMAIL_TAKEN'] })
    .input(confirmEmailInput)
    .output(emailStatus)
    .mutation(async ({ ctx, input }) => {
      return answerChanged(ctx, await confirmEmail(ctx.deps, changerOf(ctx), input.token));
    }),

  /** The same by the code of the same mail. */
  confirmWithCode: sessionProcedure
    .meta({ scope: 'session', errors: ['CODE_INVALID', 'CODE_DEAD', 'CODE_OTHER_BROWSER', 'EMAIL_TAKEN'] })
    .input(confirmEmailWithCodeInput)
    .output(emailStatus)
    .mutation(async ({ ctx, input }) => {
      return answerChanged(ctx, await confirmEmailCode(ctx.deps, changerOf(ctx), input.code));
    }),

  /** Takes the wanted address back: its link and code are dead. */
  cancel: sessionProcedure
    .meta({ scope: 'session', errors: [] })
    .output(emailStatus)
    .mutation(async ({ ctx }) => {
      const user = await cancelEmailChange(ctx.deps, ctx.current);
      logEmailEvent(ctx, 'auth.email-change-cancelled', user._id.toHexString());
      return getEmailStatus(ctx.deps, user);
    }),

  /** Puts a former address back, by the link that it got, and signs out everywhere. Whoever undoes signs in with it then. */
  undo: publicProcedure
    .meta({ scope: 'session', errors: ['EMAIL_UNDO_INVALID', 'EMAIL_TAKEN'] })
    .input(undoEmailInput)
    .output(undoEmailOutput)
    .mutation(async ({ ctx, input }) => {
      const { userId, email } = await undoEmailChange(ctx.deps, input.token, ctx.client);
      logEmailEvent(ctx, 'auth.email-change-undone', userId);
      return { email };
    }),
});

type SignedInContext = Context & { readonly user: UserDocument; readonly current: ReadSession };

function changerOf({ current, client }: SignedInContext) {
  return { actor: current, client };
}

function answerChanged(ctx: SignedInContext, user: UserDocument) {
  logEmailEvent(ctx, 'auth.email-changed', user._id.toHexString());
  return getEmailStatus(ctx.deps, user);
}

function logEmailEvent(ctx: Context, event: AuthEvent, userId: string): void {
  logAuthEvent(ctx.deps.log, event, { requestId: ctx.requestId, ip: ctx.client.ip, userId });
}
