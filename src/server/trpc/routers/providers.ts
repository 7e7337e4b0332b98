import {
  discoverProviderInput,
  discoverProviderOutput,
  listProvidersOutput,
} from '../../../shared/schemas/providers.ts';
import { discoverProvider } from '../../domain/providers/provider-discovery.ts';
import { listProviders } from '../../domain/providers/providers.ts';
import { publicProcedure, router } from '../procedures.ts';

export const providersRouter = router({
  list: publicProcedure
    .meta({
      fromTrustedOrigins: true,
      scope: 'public',
      summary:
        'Lists the identity providers that are offered, in the order in which they are shown. To an access token without `accounts:read` none of them is linked.',
      errors: [],
    })
    .output(listProvidersOutput)
    .query(async ({ ctx }) => {
      const token = await ctx.accessToken();
      const read = token?.accessToken.scopes.includes('accounts:read') ? token : await ctx.session();
      return listProviders(ctx.deps, read?.user ?? null);
    }),

  discover: publicProcedure
    .meta({
      scope: 'public',
      summary:
        'Finds the identity provider for an email address by its domain, or `null`. Where the settings allow it, Foyer asks the domain by WebFinger.',
      errors: ['RATE_LIMITED'],
    })
    .input(discoverProviderInput)
    .output(discoverProviderOutput)
    .query(({ ctx, input }) => discoverProvider(ctx.deps, input.email, ctx.requestContext)),
});
