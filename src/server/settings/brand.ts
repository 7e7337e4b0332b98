import type { TokenOverrides } from '../brand/tokens.ts';
import type { Locale } from '../../shared/locale.ts';
import type { WordOverrides } from '../../shared/word-overrides.ts';
import type { EnvironmentReader } from './faults.ts';
import * as values from './values.ts';

/** What the operator says about the application behind this front door. All of it is checked. */
export interface BrandSettings {
  /** `null`: the pages show the host. */
  readonly name: string | null;
  /** The URL of the application, as `URL` writes it; `null`: people stay on this site. */
  readonly appUrl: string | null;
  readonly links: { readonly terms?: string; readonly privacy?: string; readonly support?: string };
  readonly tokens: TokenOverrides;
  /** The files of `BRAND_DIR` that are served, by their names there. */
  readonly files: Readonly<Record<string, BrandFile>>;
  /** Words that replace those of the pages. */
  readonly words: Readonly<Partial<Record<Locale, WordOverrides>>>;
  /** Words that replace those of the mails. */
  readonly mails: Readonly<Partial<Record<Locale, WordOverrides>>>;
}

export interface BrandFile {
  readonly content: Buffer;
  readonly contentType: string;
  /** Where this site serves it. The path changes with the content. */
  readonly path: string;
}

/** Nothing is set. */
export const NO_BRAND: BrandSettings = {
  name: null,
  appUrl: null,
  links: {},
  tokens: { light: {}, dark: {} },
  files: {},
  words: {},
  mails: {},
};

const REMEDY = {
  name: 'Set it to the name that people know, e.g. Example.',
  appUrl: 'Set it to the address of your application, e.g. https://app.example.com/.',
} as const;

export function readBrand(reader: EnvironmentReader): BrandSettings {
  return {
    ...NO_BRAND,
    name: reader.value('APP_NAME', values.appName, REMEDY.name) ?? null,
    appUrl: reader.value('APP_URL', values.appUrl, REMEDY.appUrl) ?? null,
  };
}
