import type { CallbackSite } from '../../shared/callback-url.ts';
import { plainBrand, type Brand } from '../../shared/brand.ts';
import type { BrandSettings } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';

export function brandOf({ origin, brand }: Pick<Settings, 'origin' | 'brand'>): Brand {
  const plain = plainBrand(origin);
  const { appUrl, links } = brand;
  return {
    ...plain,
    // Without a name, "Back to" names the application's host.
    name: brand.name ?? (appUrl === null ? plain.name : new URL(appUrl).host),
    appUrl,
    logo: logoOf(brand),
    links,
    ...(Object.keys(brand.words).length === 0 ? {} : { words: brand.words }),
  };
}

/** The sharpest format of each scheme. Without a dark logo, the light one is used for both. */
function logoOf({ files }: BrandSettings): Brand['logo'] {
  const light = files['logo.svg'] ?? files['logo.webp'] ?? files['logo.png'];
  const dark = files['logo-dark.svg'] ?? files['logo-dark.webp'] ?? files['logo-dark.png'];
  return light ? { light: light.path, dark: (dark ?? light).path } : null;
}

export function callbackSiteOf({
  origin,
  basePath,
  brand,
}: Pick<Settings, 'origin' | 'basePath' | 'brand'>): CallbackSite {
  return { origin, basePath, appUrl: brand.appUrl };
}
