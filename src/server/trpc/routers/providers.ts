import {
  discoverProviderInput,
  discoverProviderOutput,
  listProvidersOutput,
} from '../../../shared/schemas/providers.ts';
import { discoverProvider } from '../../domain/provider-discovery.ts';
import { listProviders } from '../../domain/providers.ts';
import { publicProcedure, router } from '../procedures.ts';

export const providersRouter = router({
  /** The ways to sign in, in display order. To an access token without `accounts:read` none of them is linked. */
  list: publicProcedure
    .meta({ scope: 'public', errors: [] })
    .output(listProvidersOutput)
    .query(async ({ ctx }) => {
      const token = await ctx.accessToken();
      const read = token?.accessToken.scopes.includes('accounts:read') ? token : await ctx.session();
      return listProviders(ctx.deps, read?.user ?? null);
    }),

  /** The provider that signs the people of this address's domain in, or `null`; asks the domain itself where that is allowed. */
  discover: publicProcedure
    .meta({ scope: 'public', errors: ['RATE_LIMITED'] })
    .input(discoverProviderInput)
    .output(discoverProviderOutput)
    .query(({ ctx, input }) => discoverProvider(ctx.deps, input.email, ctx.client)),
});
