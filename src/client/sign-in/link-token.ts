import { useEffect } from 'react';
import { addressOf, readParameters } from '../../shared/signed-out-page.ts';
import { useBrowserValue } from '../ui/use-is-interactive.ts';
import { usePage, useParameters, type PlaceState } from './page-context.ts';

/**
 * The script moves the token from the URL into the history entry's state. There it is not in the Referer
 * header or the history list, and it survives a reload. `null` while only the script can know it.
 */
export function useLinkToken(): string | undefined | null {
  const { token } = useParameters();
  const { address, origin, brand } = usePage();
  useEffect(() => {
    const { token: shownToken, ...others } = readParameters(address, { origin, appUrl: brand.appUrl });
    if (shownToken === undefined) return;
    const state: PlaceState = { linkToken: shownToken };
    history.replaceState(state, '', addressOf(new URL(address, origin).pathname, others));
  }, [address, origin, brand]);
  const keptToken = useBrowserValue(() => (history.state as PlaceState | null)?.linkToken, null);
  return token ?? keptToken;
}
