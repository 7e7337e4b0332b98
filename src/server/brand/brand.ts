import { plainBrand, type Brand } from '../../shared/brand.ts';
import type { Settings } from '../settings/settings.ts';

/** What the pages show of the operator's brand. */
export function brandOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): Brand {
  const plain = plainBrand(origin);
  return { ...plain, name: brand.name ?? plain.name, appUrl: brand.appUrl, links: brand.links };
}
