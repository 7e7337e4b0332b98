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

/** What the mails show of the operator's brand. */
export interface MailBrand extends Pick<Brand, 'name' | 'host' | 'appUrl' | 'links'> {
  /** Mail programs show PNG, and no SVG. Both may be the same; `null` without a `logo.png`. */
  readonly logo: { readonly light: MailLogo; readonly dark: MailLogo } | null;
  readonly tokens: { readonly light: Tokens; readonly dark: Tokens };
}

export interface MailLogo extends Pick<BrandFile, 'content' | 'contentType'> {
  /** The file on this site. */
  readonly url: string;
}

export function mailBrandOf(settings: Pick<Settings, 'origin' | 'brand'>): MailBrand {
  const { origin, brand } = settings;
  const { name, host, appUrl, links } = brandOf(settings);
  const { 'logo.png': light, 'logo-dark.png': dark = light } = brand.files;
  const logoOf = ({ content, contentType, path }: BrandFile): MailLogo => ({
    content,
    contentType,
    url: new URL(path, origin).href,
  });
  return {
    name,
    host,
    appUrl,
    links,
    logo: light && dark ? { light: logoOf(light), dark: logoOf(dark) } : null,
    tokens: { light: brandTokens(brand, 'light'), dark: brandTokens(brand, 'dark') },
  };
}

/** The words of the mails, with the operator's words over Foyer's. */
export function mailWordsOf({ mails }: Pick<BrandSettings, 'mails'>, locale: Locale | undefined): MailTexts {
  const spoken = locale ?? DEFAULT_LOCALE;
  return overrideWords(mailTexts(spoken), mails[spoken], spoken);
}
