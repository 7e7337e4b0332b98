import type { Locale } from './locale.ts';
import type { WordOverrides } from './word-overrides.ts';

/** The server puts it into every document (`server/brand/brand.ts`). */
export interface Brand {
  /** `APP_NAME`, or the host. */
  readonly name: string;
  readonly host: string;
  /** `APP_URL`; `null` where the operator does not set it. */
  readonly appUrl: string | null;
  /** Paths on this site; `null` for the mark of Foyer. Both may be the same. */
  readonly logo: { readonly light: string; readonly dark: string } | null;
  readonly links: {
    readonly terms?: string;
    readonly privacy?: string;
    readonly support?: string;
  };
  /** `BRAND_DIR/words`. */
  readonly words?: Readonly<Partial<Record<Locale, WordOverrides>>>;
}

/** The brand of a site whose operator sets nothing. */
export function plainBrand(origin: string): Brand {
  const { host } = new URL(origin);
  return { name: host, host, appUrl: null, logo: null, links: {} };
}
