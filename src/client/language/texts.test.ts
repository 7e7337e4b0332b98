import { expect, test } from 'vitest';
import { errorsAndNotices as deErrors } from '../../locales/de/pages/errors-and-notices.ts';
import { firstPage as deFirstPage } from '../../locales/de/pages/first-page.ts';
import { laterPages as deLaterPages } from '../../locales/de/pages/later-pages.ts';
import { mailedLinkPages as deMailedLinkPages } from '../../locales/de/pages/mailed-link-pages.ts';
import { signedOutPages as deSignedOutPages } from '../../locales/de/pages/signed-out-pages.ts';
import { errorsAndNotices as enErrors } from '../../locales/en/pages/errors-and-notices.ts';
import { firstPage as enFirstPage } from '../../locales/en/pages/first-page.ts';
import { laterPages as enLaterPages } from '../../locales/en/pages/later-pages.ts';
import { mailedLinkPages as enMailedLinkPages } from '../../locales/en/pages/mailed-link-pages.ts';
import { signedOutPages as enSignedOutPages } from '../../locales/en/pages/signed-out-pages.ts';
import type { PageTexts } from '../../locales/texts.ts';
import { LOCALES } from '../../shared/locale.ts';
import { loadLaterTexts, loadMailedLinkTexts, loadTexts } from './texts.ts';

const TEXTS = {
  en: { ...enFirstPage, ...enSignedOutPages, ...enMailedLinkPages, ...enErrors, ...enLaterPages },
  de: { ...deFirstPage, ...deSignedOutPages, ...deMailedLinkPages, ...deErrors, ...deLaterPages },
};

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  await Promise.all([loadLaterTexts(locale), loadMailedLinkTexts(locale)]);
  const spoken = await loadTexts(locale);
  expect(spoken.locale).toBe(locale);
  const areas = Object.keys(TEXTS.en) as (keyof PageTexts)[];
  for (const area of areas) expect(spoken.texts[area]).toBe(TEXTS[locale][area]);
});
