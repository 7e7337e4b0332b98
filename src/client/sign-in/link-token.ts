import { addressOf, readParameters, type SignedOutPage } from '../../shared/signed-out-page.ts';
import { useParameters, usePlace, type PlaceState } from './page-context.ts';

/**
 * Moves the token of a mail's link from the URL into the history entry's state. There it is not in the Referer header or the history list, and
 * it survives a reload.
 */
export function hideLinkToken({ address, origin }: SignedOutPage): void {
  const { token, ...others } = readParameters(address, origin);
  if (token === undefined) return;
  const state: PlaceState = { linkToken: token };
  history.replaceState(state, '', addressOf(new URL(address, origin).pathname, others));
}

/** The token of the mail's link. `null` while only the script can know it: after a reload, the address has none. */
export function useLinkToken(): string | undefined | null {
  const { token } = useParameters();
  const { state, isStateRead } = usePlace();
  return token ?? (isStateRead ? state.linkToken : null);
}
