import type { MailTexts } from '../../locales/texts.ts';
import type { Brand } from '../../shared/brand.ts';
import { DEFAULT_LOCALE, type Locale } from '../../shared/locale.ts';
import { overrideWords } from '../../shared/word-overrides.ts';
import { mailTexts } from '../locale-texts.ts';
import type { BrandSettings } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import type { BrandFile } from './brand-folder.ts';
import { brandOf } from './brand.ts';
import { brandTokens, type Tokens } from './tokens.ts';

export interface MailBrand extends Pick<Brand, 'host' | 'appUrl' | 'links'> {
  /** `APP_NAME`, or the host of the site. */
  readonly name: string;
  /**
   * PNG, because mail programs show no SVG. Both may be one file. `mark` is Foyer's own mark.
   * `null`: the operator has a logo but no `logo.png`, so the name stands alone.
   */
  readonly logo: { readonly light: MailLogo; readonly dark: MailLogo } | 'mark' | null;
  readonly tokens: { readonly light: Tokens; readonly dark: Tokens };
}

type MailLogo = Pick<BrandFile, 'content' | 'contentType'>;

export function mailBrandOf(settings: Pick<Settings, 'origin' | 'basePath' | 'brand'>): MailBrand {
  const { brand } = settings;
  const { host, appUrl, links, logo } = brandOf(settings);
  const { 'logo.png': light, 'logo-dark.png': dark = light } = brand.files;
  return {
    name: brand.name ?? host,
    host,
    appUrl,
    links,
    logo: light && dark ? { light, dark } : logo === null ? 'mark' : null,
    tokens: { light: brandTokens(brand, 'light'), dark: brandTokens(brand, 'dark') },
  };
}

export function mailWordsOf({ mails }: Pick<BrandSettings, 'mails'>, locale: Locale | undefined): MailTexts {
  const spoken = locale ?? DEFAULT_LOCALE;
  return overrideWords(mailTexts(spoken), mails[spoken], spoken);
}
