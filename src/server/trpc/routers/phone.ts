import {
  phoneStatus,
  setPhoneInput,
  setPhoneOutput,
  verifyPhoneInput,
} from '../../../shared/schemas/phone.ts';
import { PHONE_INPUT_ERRORS } from '../../domain/phones/phone-codes.ts';
import { getPhoneStatus, removePhone, setPhone, verifyPhone } from '../../domain/phones/phones.ts';
import { logEvent } from '../context.ts';
import { freshProcedure, router, sessionProcedure, signedInProcedure } from '../procedures.ts';

export const phoneRouter = router({
  get: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'phone:read',
      whileImpersonating: true,
      summary: 'The verified phone number, and the one that waits for its code.',
      errors: [],
    })
    .output(phoneStatus)
    .query(({ ctx }) => getPhoneStatus(ctx.deps, ctx.user, ctx.current?.session ?? null)),

  set: freshProcedure
    .meta({
      summary: 'Sends a code to a phone number.',
      errors: [...PHONE_INPUT_ERRORS, 'RATE_LIMITED', 'PHONE_SEND_FAILED'],
    })
    .input(setPhoneInput)
    .output(setPhoneOutput)
    .mutation(async ({ ctx, input }) => {
      const sent = await setPhone(ctx.deps, ctx.current, input, ctx.requestContext);
      logEvent(ctx, 'auth.phone-code-requested', { userId: ctx.user._id.toHexString() });
      return sent;
    }),

  verify: sessionProcedure
    .meta({
      summary: 'Verifies the phone number with the code of the text message.',
      errors: ['CODE_INVALID', 'CODE_DEAD', 'CODE_OTHER_BROWSER'],
    })
    .input(verifyPhoneInput)
    .output(phoneStatus)
    .mutation(async ({ ctx, input }) => {
      const user = await verifyPhone(ctx.deps, ctx.current, input.code, ctx.requestContext);
      logEvent(ctx, 'auth.phone-verified', { userId: user._id.toHexString() });
      return getPhoneStatus(ctx.deps, user, ctx.current.session);
    }),

  remove: freshProcedure
    .meta({
      summary: 'Removes the phone number, but never the last sign-in method.',
      errors: ['LAST_SIGN_IN_METHOD', 'NOT_FOUND'],
    })
    .output(phoneStatus)
    .mutation(async ({ ctx }) => {
      const user = await removePhone(ctx.deps, ctx.current, ctx.requestContext);
      logEvent(ctx, 'auth.phone-removed', { userId: user._id.toHexString() });
      return getPhoneStatus(ctx.deps, user, ctx.current.session);
    }),
});
