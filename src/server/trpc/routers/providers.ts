import { listProvidersOutput } from '../../../shared/schemas/providers.ts';
import { listProviders } from '../../domain/providers.ts';
import { publicProcedure, router } from '../procedures.ts';

export const providersRouter = router({
  /** The ways to sign in, in display order. */
  list: publicProcedure.output(listProvidersOutput).query(async ({ ctx }) => {
    const read = await ctx.session();
    return listProviders(ctx.deps, read?.user ?? null);
  }),
});
