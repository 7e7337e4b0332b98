import type { QueryClient } from '@tanstack/react-query';
import type { TRPCClient } from '@trpc/client';
import { createTRPCQueryUtils } from '@trpc/react-query';
import type { AppRouter } from '../../../server/trpc/router.ts';
import { SEPARATE_BATCH } from '../../trpc.ts';

/** The page itself would ask only after the answer about the session. It repeats what failed. */
export function startProfileQueries(queryClient: QueryClient, client: TRPCClient<AppRouter>): void {
  const utils = createTRPCQueryUtils<AppRouter>({ queryClient, client });
  // The frame of the page needs only this one.
  void utils.session.get.prefetch(undefined, { trpc: { context: SEPARATE_BATCH } });
  void utils.profile.get.prefetch();
  void utils.email.get.prefetch();
  void utils.phone.get.prefetch();
  void utils.securityReview.get.prefetch();
}
