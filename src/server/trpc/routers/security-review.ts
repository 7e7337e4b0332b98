import {
  finishSecurityReviewInput,
  finishSecurityReviewOutput,
  getSecurityReviewOutput,
} from '../../../shared/schemas/security-review.ts';
import { finishSecurityReview, getSecurityReview } from '../../domain/sign-in/security-review.ts';
import { router, sessionProcedure } from '../procedures.ts';
import { logEvent } from '../context.ts';

export const securityReviewRouter = router({
  get: sessionProcedure
    .meta({
      whileImpersonating: true,
      summary:
        'After a reset of the password: what was added to the account in the 30 days before it, or later. For an account that an import or a service key set up, in a session that began with a mail: everything. Or that the password is known from a data breach. `null` when there is nothing to review.',
      errors: [],
    })
    .output(getSecurityReviewOutput)
    .query(({ ctx }) => getSecurityReview(ctx.deps, ctx.current)),

  finish: sessionProcedure
    .meta({
      summary:
        'Finishes the security review. The remaining additions stay. `SECURITY_REVIEW_CHANGED` when the list has changed since it was answered.',
      errors: ['OTHER_SIGN_IN_REQUIRED', 'SECURITY_REVIEW_CHANGED'],
    })
    .input(finishSecurityReviewInput)
    .output(finishSecurityReviewOutput)
    .mutation(async ({ ctx, input }) => {
      await finishSecurityReview(ctx.deps, ctx.current, { ...input, requestContext: ctx.requestContext });
      logEvent(ctx, 'auth.security-review-finished', { userId: ctx.user._id.toHexString() });
      return { finished: true as const };
    }),
});
