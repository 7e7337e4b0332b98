import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { httpLink } from '@trpc/client/links/httpLink';
import type { Profile } from '../../../../shared/schemas/profile.ts';
import type { AppRouter } from '../../../../server/trpc/router.ts';

let client: TRPCClient<AppRouter> | undefined;

/** Calls go in batches of JSON; bytes go alone, by a link that only this page loads. */
export function uploadPicture(picture: Blob): Promise<Profile> {
  client ??= createTRPCClient<AppRouter>({ links: [httpLink({ url: '/trpc' })] });
  return client.profile.uploadPicture.mutate(picture);
}
