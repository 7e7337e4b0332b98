import type { CallbackSite } from '../../shared/callback-url.ts';
import { plainBrand, type Brand } from '../../shared/brand.ts';
import type { Settings } from '../settings/settings.ts';

/** What the pages show of the operator's brand. */
export function brandOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): Brand {
  const plain = plainBrand(origin);
  const { appUrl, links } = brand;
  // Without a name, "Back to" names the host of the application.
  const name = brand.name ?? (appUrl === null ? plain.name : new URL(appUrl).host);
  return { ...plain, name, appUrl, links };
}

export function callbackSiteOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): CallbackSite {
  return { origin, appUrl: brand.appUrl };
}
