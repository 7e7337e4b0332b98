import { listActivityInput, listActivityOutput } from '../../../shared/schemas/activity.ts';
import { listActivity } from '../../domain/activity/activity-list.ts';
import { router, signedInProcedure } from '../procedures.ts';

export const activityRouter = router({
  list: signedInProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'activity:read',
      whileImpersonating: true,
      summary: 'Lists what happened to this account, newest first.',
      errors: [],
    })
    .input(listActivityInput)
    .output(listActivityOutput)
    .query(({ ctx, input }) => listActivity(ctx.deps, ctx.user._id, input, ctx.current?.session ?? null)),
});
