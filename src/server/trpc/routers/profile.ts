import { profile, updateProfileInput } from '../../../shared/schemas/profile.ts';
import { toProfile, updateProfile } from '../../domain/profile.ts';
import { router, signedInProcedure } from '../procedures.ts';

export const profileRouter = router({
  get: signedInProcedure
    .meta({ scope: 'profile:read' })
    .output(profile)
    .query(({ ctx }) => toProfile(ctx.user)),

  /** Changes the given fields and leaves the others. */
  update: signedInProcedure
    .meta({ scope: 'profile:write' })
    .input(updateProfileInput)
    .output(profile)
    .mutation(({ ctx, input }) => updateProfile(ctx.deps, ctx.user._id, input)),
});
