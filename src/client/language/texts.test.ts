import { expect, test } from 'vitest';
import { firstPage as deFirstPage } from '../../locales/de/pages/first-page.ts';
import { laterPages as deLaterPages } from '../../locales/de/pages/later-pages.ts';
import { signedOutPages as deSignedOutPages } from '../../locales/de/pages/signed-out-pages.ts';
import { firstPage as enFirstPage } from '../../locales/en/pages/first-page.ts';
import { laterPages as enLaterPages } from '../../locales/en/pages/later-pages.ts';
import { signedOutPages as enSignedOutPages } from '../../locales/en/pages/signed-out-pages.ts';
import { LOCALES } from '../../shared/locale.ts';
import { loadLaterTexts, loadTexts } from './texts.ts';

const TEXTS = {
  en: { ...enFirstPage, ...enSignedOutPages, ...enLaterPages },
  de: { ...deFirstPage, ...deSignedOutPages, ...deLaterPages },
};

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  await loadLaterTexts(locale);
  expect(await loadTexts(locale)).toEqual({ locale, texts: TEXTS[locale] });
});
