import { expect, test } from 'vitest';
import { firstPage as deFirstPage } from '../../locales/de/pages/first-page.ts';
import { laterPages as deLaterPages } from '../../locales/de/pages/later-pages.ts';
import { firstPage as enFirstPage } from '../../locales/en/pages/first-page.ts';
import { laterPages as enLaterPages } from '../../locales/en/pages/later-pages.ts';
import { LOCALES } from '../../shared/locale.ts';
import { loadLaterTexts, loadTexts } from './texts.ts';

const TEXTS = {
  en: { ...enFirstPage, ...enLaterPages },
  de: { ...deFirstPage, ...deLaterPages },
};

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  await loadLaterTexts(locale);
  expect(await loadTexts(locale)).toEqual({ locale, texts: TEXTS[locale] });
});
