import type { Locale } from './locale.ts';
import type { WordOverrides } from './word-overrides.ts';

/** The server puts it into every document (`server/brand/brand.ts`). */
export interface Brand {
  /** `APP_NAME`; else the host. */
  readonly name: string;
  /** A person should check it before typing anything. */
  readonly host: string;
  /** `APP_URL`; `null` where the operator does not say it. */
  readonly appUrl: string | null;
  /** Paths on this site; `null` for the mark of Foyer. Both may be the same. */
  readonly logo: { readonly light: string; readonly dark: string } | null;
  readonly links: {
    readonly terms?: string;
    readonly privacy?: string;
    readonly support?: string;
  };
  /** `BRAND_DIR/words`, if there are any. */
  readonly words?: Readonly<Partial<Record<Locale, WordOverrides>>>;
}

/** Where the operator says nothing. */
export function plainBrand(origin: string): Brand {
  const { host } = new URL(origin);
  return { name: host, host, appUrl: null, logo: null, links: {} };
}
