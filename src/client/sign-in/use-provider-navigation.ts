import { messageOf, ProviderUnreachableError } from '../errors.ts';
import { useServices } from './services.ts';

/** A refusal by the browser is reported. The server cannot see it. Throws `ProviderUnreachableError`. */
export function useProviderNavigation(): (url: string, provider: string) => void {
  const services = useServices();
  return (url, provider) => {
    const { openUrl, report } = services();
    try {
      openUrl(url);
    } catch (cause) {
      report({ code: 'OAuthSignin', message: messageOf(cause), provider, path: location.pathname });
      throw new ProviderUnreachableError('the browser did not go to the provider', { cause });
    }
  };
}
