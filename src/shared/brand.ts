import type { Locale } from './locale.ts';
import type { WordOverrides } from './word-overrides.ts';

/** How this site presents itself. The server puts it into every document (`server/brand/brand.ts`). */
export interface Brand {
  /** The name of the application (`APP_NAME`). Without one, the host of the site. */
  readonly name: string;
  /** The host of the site, which a person should check before typing anything. */
  readonly host: string;
  /** Where the application is (`APP_URL`); `null` where the operator does not say it. */
  readonly appUrl: string | null;
  /** The paths of the logo on this site; `null` for the mark of Foyer. Both may be the same. */
  readonly logo: { readonly light: string; readonly dark: string } | null;
  readonly links: {
    readonly terms?: string;
    readonly privacy?: string;
    readonly support?: string;
  };
  /** Words of the operator (`BRAND_DIR/words`); left out where there are none. */
  readonly words?: Readonly<Partial<Record<Locale, WordOverrides>>>;
}

/** The brand of a site about which the operator says nothing. */
export function plainBrand(origin: string): Brand {
  const { host } = new URL(origin);
  return { name: host, host, appUrl: null, logo: null, links: {} };
}
