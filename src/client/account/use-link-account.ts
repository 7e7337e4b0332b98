import { useProviderNavigation } from '../features/session/external-navigation.ts';
import { usePageRestored } from '../ui/use-page-restored.ts';
import { useSensitiveMutation } from '../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../trpc.ts';

/** Where a provider's flow that was started from "Sign-in methods" comes back to. */
const HERE = '/account/sign-in-methods';

/** Connects a provider, or connects it anew; one for both, since only one of them can be on its way. */
export function useLinkAccount() {
  const utils = trpc.useUtils();
  const leave = useProviderNavigation();
  const link = useSensitiveMutation({
    perform: async ({ provider, isReconnect }: { provider: string; isReconnect: boolean }) => {
      const callbackUrl = isReconnect ? `${HERE}?reconnect=yes` : HERE;
      const { url } = await utils.client.accounts.link.mutate({ provider, callbackUrl });
      leave(url, provider);
    },
    keep: 'link',
  });
  usePageRestored(link.reset);
  return {
    link: link.run,
    failure: link.failure,
    /** Whether the failure is one of connecting anew. */
    isReconnect: link.variables?.isReconnect ?? false,
    /** The provider that is being left for. */
    leaving: link.isPending || link.isSuccess ? (link.variables?.provider ?? null) : null,
  };
}

export type LinkAccount = ReturnType<typeof useLinkAccount>;
