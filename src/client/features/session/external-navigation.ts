import { useRouter } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { messageOf, ProviderUnreachableError } from '../../errors.ts';
import { useReport } from './report.ts';

/** Opens a URL outside the application, with `location.assign` in a browser. */
export const ExternalNavigationContext = createContext<(url: string) => void>((url) => location.assign(url));

export function useExternalNavigation(): (url: string) => void {
  return useContext(ExternalNavigationContext);
}

/** A refusal by the browser is reported. The server cannot see it. Throws `ProviderUnreachableError`. */
export function useProviderNavigation(): (url: string, provider: string) => void {
  const openUrl = useExternalNavigation();
  const report = useReport();
  const router = useRouter();
  return (url, provider) => {
    try {
      openUrl(url);
    } catch (cause) {
      report({
        code: 'OAuthSignin',
        message: messageOf(cause),
        provider,
        path: router.state.location.pathname,
      });
      throw new ProviderUnreachableError('the browser did not go to the provider', { cause });
    }
  };
}
