import type { CallbackSite } from '../../shared/callback-url.ts';
import { plainBrand, type Brand } from '../../shared/brand.ts';
import type { Settings } from '../settings/settings.ts';

/** What the pages show of the operator's brand. */
export function brandOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): Brand {
  const plain = plainBrand(origin);
  return { ...plain, name: brand.name ?? plain.name, appUrl: brand.appUrl };
}

export function callbackSiteOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): CallbackSite {
  return { origin, appUrl: brand.appUrl };
}
