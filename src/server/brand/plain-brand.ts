import type { ServerPagesTexts } from '../../locales/texts.ts';
import type { Locale } from '../../shared/locale.ts';
import { overrideWords, type WordOverrides } from '../../shared/word-overrides.ts';
import type { PlainBrand } from '../http/error-page.ts';
import { Html } from '../http/html.ts';
import { serverPageTexts } from '../locale-texts.ts';
import type { Settings } from '../settings/settings.ts';
import { allTokensStyle } from './brand-styles.ts';
import { brandOf } from './brand.ts';

export function plainBrandOf(settings: Pick<Settings, 'origin' | 'basePath' | 'brand'>): PlainBrand {
  const { words } = settings.brand;
  return {
    basePath: settings.basePath,
    name: brandOf(settings).name,
    tokens: new Html(`<style>${allTokensStyle(settings.brand)}</style>`),
    textsOf: (locale) => textsWith(words[locale], locale),
  };
}

/** The server's pages share words with the application: errors, next steps and failures. */
function textsWith(overrides: WordOverrides | undefined, locale: Locale): ServerPagesTexts {
  const texts = serverPageTexts(locale);
  if (overrides === undefined || typeof overrides === 'string') return texts;
  const { errors, nextSteps, failures } = overrides as Readonly<
    Record<string, Readonly<Record<string, WordOverrides>>>
  >;
  return {
    ...overrideWords(texts, failures, locale),
    wordsOf: (code) => overrideWords(texts.wordsOf(code), errors?.[code], locale),
    labelOf: (step) => overrideWords(texts.labelOf(step), nextSteps?.[step], locale),
  };
}
