import {
  begunTotp,
  confirmTotpInput,
  confirmTotpOutput,
  createRecoveryCodesOutput,
  endTrustInput,
  removeTotpInput,
  renameTotpInput,
  secondFactorStatus,
  stopRemovalInput,
  stopRemovalOutput,
} from '../../../shared/schemas/second-factor.ts';
import type { UserDocument } from '../../database/user-documents.ts';
import { createRecoveryCodes } from '../../domain/second-factor/recovery-codes.ts';
import { cancelRemoval, removeNow, stopRemoval } from '../../domain/second-factor/removal.ts';
import { secondFactorStatusOf } from '../../domain/second-factor/status.ts';
import { beginTotp, confirmTotp, removeTotp, renameTotp } from '../../domain/second-factor/totp.ts';
import { endTrust } from '../../domain/second-factor/trusted-browsers.ts';
import { logEvent, type Context } from '../context.ts';
import {
  enrolmentProcedure,
  freshEnrolmentProcedure,
  publicProcedure,
  router,
  sessionProcedure,
  strongProcedure,
} from '../procedures.ts';

export const secondFactorRouter = router({
  get: enrolmentProcedure
    .meta({
      fromTrustedOrigins: true,
      whileImpersonating: true,
      summary: 'The state of two-step verification: authenticator apps, recovery codes, trusted browsers.',
      errors: [],
    })
    .output(secondFactorStatus)
    .query(({ ctx }) => statusOf(ctx, ctx.user)),

  beginTotp: freshEnrolmentProcedure
    .meta({
      summary:
        'Makes the secret of a new authenticator app. It does not count before `secondFactor.confirmTotp`.',
      errors: ['SECOND_FACTOR_OFF', 'TOO_MANY_AUTHENTICATOR_APPS'],
    })
    .output(begunTotp)
    .mutation(({ ctx }) => beginTotp(ctx.deps, ctx.current)),

  confirmTotp: freshEnrolmentProcedure
    .meta({
      summary:
        'Adds the authenticator app after its first code. The first one turns two-step verification on, and answers recovery codes.',
      errors: [
        'TOTP_ENROLMENT_EXPIRED',
        'TOTP_CODE_WRONG',
        'TOO_MANY_AUTHENTICATOR_APPS',
        'SECOND_FACTOR_OFF',
        'RATE_LIMITED',
      ],
    })
    .input(confirmTotpInput)
    .output(confirmTotpOutput)
    .mutation(async ({ ctx, input }) => {
      const { requestContext } = ctx;
      const { user, recoveryCodes } = await confirmTotp(ctx.deps, ctx.current, { ...input, requestContext });
      return { status: statusOf(ctx, user), recoveryCodes };
    }),

  renameTotp: sessionProcedure
    .meta({ summary: 'Renames an authenticator app.', errors: ['NOT_FOUND'] })
    .input(renameTotpInput)
    .output(secondFactorStatus)
    .mutation(async ({ ctx, input }) => statusOf(ctx, await renameTotp(ctx.deps, ctx.current, input))),

  removeTotp: strongProcedure
    .meta({
      summary: 'Removes an authenticator app. Without any, two-step verification is off.',
      errors: ['NOT_FOUND', 'LAST_SECOND_FACTOR'],
    })
    .input(removeTotpInput)
    .output(secondFactorStatus)
    .mutation(async ({ ctx, input }) =>
      statusOf(ctx, await removeTotp(ctx.deps, ctx.current, input.id, ctx.requestContext)),
    ),

  createRecoveryCodes: strongProcedure
    .meta({
      summary: 'Makes ten new recovery codes. The old ones no longer work.',
      errors: ['NOT_FOUND'],
    })
    .output(createRecoveryCodesOutput)
    .mutation(async ({ ctx }) => {
      const { user, recoveryCodes } = await createRecoveryCodes(ctx.deps, ctx.current, ctx.requestContext);
      return { status: statusOf(ctx, user), recoveryCodes };
    }),

  endTrust: sessionProcedure
    .meta({
      summary: 'Ends the trust in a browser: its next sign-in asks for the second factor.',
      errors: ['NOT_FOUND'],
    })
    .input(endTrustInput)
    .output(secondFactorStatus)
    .mutation(async ({ ctx, input }) =>
      statusOf(ctx, await endTrust(ctx.deps, ctx.current, input.id, ctx.requestContext)),
    ),

  stopRemoval: publicProcedure
    .meta({
      scope: 'session',
      summary:
        'Stops the operator’s removal of the second factors with the token of the link in its mail. It signs nobody in.',
      errors: ['REMOVAL_LINK_INVALID'],
    })
    .input(stopRemovalInput)
    .output(stopRemovalOutput)
    .mutation(async ({ ctx, input }) => {
      const userId = await stopRemoval(ctx.deps, input.token, ctx.requestContext);
      logEvent(ctx, 'auth.second-factor-removal-stopped', { userId });
      return { stopped: true as const };
    }),

  cancelRemoval: sessionProcedure
    .meta({
      summary: 'Stops the operator’s removal of this person’s second factors.',
      errors: ['NOT_FOUND'],
    })
    .output(secondFactorStatus)
    .mutation(async ({ ctx }) => {
      const user = await cancelRemoval(ctx.deps, ctx.current, ctx.requestContext);
      logEvent(ctx, 'auth.second-factor-removal-stopped', { userId: user._id.toHexString() });
      return statusOf(ctx, user);
    }),

  removeNow: strongProcedure
    .meta({
      summary:
        'Carries out the operator’s removal of this person’s second factors at once: with a passkey or a recovery code, nobody has to wait.',
      errors: ['NOT_FOUND'],
    })
    .output(secondFactorStatus)
    .mutation(async ({ ctx }) => {
      const user = await removeNow(ctx.deps, ctx.current, ctx.requestContext);
      logEvent(ctx, 'auth.second-factor-removed', { userId: user._id.toHexString() });
      return statusOf(ctx, user);
    }),
});

function statusOf(ctx: Context, user: UserDocument): ReturnType<typeof secondFactorStatusOf> {
  return secondFactorStatusOf(ctx.deps, user, ctx.cookies.device);
}
