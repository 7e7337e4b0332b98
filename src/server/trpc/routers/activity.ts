import { listActivityInput, listActivityOutput } from '../../../shared/schemas/activity.ts';
import { listActivity } from '../../domain/activity-list.ts';
import { router, signedInProcedure } from '../procedures.ts';

export const activityRouter = router({
  /** What happened to this account, newest first. */
  list: signedInProcedure
    .meta({ scope: 'activity:read', errors: [] })
    .input(listActivityInput)
    .output(listActivityOutput)
    .query(({ ctx, input }) => listActivity(ctx.deps, ctx.user._id, input)),
});
