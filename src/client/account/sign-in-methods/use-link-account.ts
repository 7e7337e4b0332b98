import { at } from '../../base-path.ts';
import { useProviderNavigation } from '../../features/session/external-navigation.ts';
import { usePageRestored } from '../../ui/use-page-restored.ts';
import { useSensitiveMutation } from '../../features/verify/use-sensitive-mutation.ts';
import { trpc } from '../../trpc.ts';

const RETURN_PATH = '/account/sign-in-methods';

/** Connects or reconnects a provider. Only one of both can run at a time. */
export function useLinkAccount() {
  const utils = trpc.useUtils();
  const goToProvider = useProviderNavigation();
  const link = useSensitiveMutation({
    perform: async ({ provider, isReconnect }: { provider: string; isReconnect: boolean }) => {
      const callbackUrl = at(isReconnect ? `${RETURN_PATH}?reconnect=yes` : RETURN_PATH);
      const { url } = await utils.client.accounts.link.mutate({ provider, callbackUrl });
      goToProvider(url, provider);
    },
    storeAs: 'link',
  });
  usePageRestored(link.reset);
  return {
    link: link.run,
    reset: link.reset,
    failure: link.failure,
    /** The id of the provider that the browser is going to. */
    leaving: link.isPending || link.isSuccess ? (link.variables?.provider ?? null) : null,
  };
}
