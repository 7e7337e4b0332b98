import { useRouter } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { messageOf } from '../../error-reports.ts';
import { ProviderUnreachableError } from '../../errors.ts';
import { useReport } from './report.ts';

/** Leaves the application for another address, `location.assign` in a browser. */
export const ExternalNavigationContext = createContext<(url: string) => void>((url) => location.assign(url));

export function useExternalNavigation(): (url: string) => void {
  return useContext(ExternalNavigationContext);
}

/**
 * Leaves for an identity provider. A browser that refuses to go there is known to nobody but itself, so it is reported.
 *
 * Throws `ProviderUnreachableError`.
 */
export function useProviderNavigation(): (url: string, provider: string) => void {
  const leave = useExternalNavigation();
  const report = useReport();
  const router = useRouter();
  return (url, provider) => {
    try {
      leave(url);
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
