import { createContext, useContext } from 'react';
import {
  readParameters,
  type RenderedPageName,
  type SignedOutPage,
  type SignedOutParameters,
} from '../../shared/signed-out-page.ts';

/** What one page hands to the next. It survives a reload. */
export interface PlaceState {
  /** Seconds until the person can request the mail again. */
  readonly resendAfter?: number;
  /** The address of the last code, on pages that also ask for it. */
  readonly codeSentTo?: string;
  /** The token of the mail's link that opened the page. */
  readonly linkToken?: string;
}

interface Place {
  readonly page: SignedOutPage<RenderedPageName>;
  readonly state: PlaceState;
  readonly open: OpenPage;
  /** Changes the state of this page's history entry. */
  readonly keepState: (state: PlaceState) => void;
}

export type OpenPage = (
  address: string,
  options?: { readonly replace?: boolean; readonly state?: PlaceState },
) => Promise<void>;

export const PlaceContext = createContext<Place | null>(null);

export function usePlace(): Place {
  const place = useContext(PlaceContext);
  if (!place) throw new Error('Signed-out pages need a <PlaceContext> around them.');
  return place;
}

export function usePage(): SignedOutPage<RenderedPageName> {
  return usePlace().page;
}

export function useParameters(): SignedOutParameters {
  const { address, origin, brand } = usePage();
  return readParameters(address, { origin, appUrl: brand.appUrl });
}
