import { useRouter } from '@tanstack/react-router';
import { createContext, useContext } from 'react';
import { goToProvider } from '../../errors.ts';
import { useReport } from './report.ts';

/** Opens a URL outside the application, with `location.assign` in a browser. */
export const ExternalNavigationContext = createContext<(url: string) => void>((url) => location.assign(url));

export function useExternalNavigation(): (url: string) => void {
  return useContext(ExternalNavigationContext);
}

export function useProviderNavigation(): (url: string, provider: string) => void {
  const openUrl = useExternalNavigation();
  const report = useReport();
  const router = useRouter();
  return (url, provider) =>
    goToProvider({ url, provider, path: router.state.location.pathname, openUrl, report });
}
