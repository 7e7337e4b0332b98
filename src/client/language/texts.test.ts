import { expect, test } from 'vitest';
import type { PageTexts } from '../../locales/texts.ts';
import { LOCALES, type Locale } from '../../shared/locale.ts';
import { loadAllTexts } from './rare-texts.ts';
import { loadTexts } from './texts.ts';

async function wordsOf(locale: Locale): Promise<PageTexts> {
  const sets = await Promise.all([
    import(`../../locales/${locale}/pages/first-page.ts`),
    import(`../../locales/${locale}/pages/signed-out-pages.ts`),
    import(`../../locales/${locale}/pages/pending-link-pages.ts`),
    import(`../../locales/${locale}/pages/mailed-link-pages.ts`),
    import(`../../locales/${locale}/pages/errors-and-notices.ts`),
    import(`../../locales/${locale}/pages/later-pages.ts`),
  ]);
  return Object.assign({}, ...sets.flatMap((set) => Object.values(set as object))) as PageTexts;
}

test.each(LOCALES)('%s is loaded by its name', async (locale) => {
  await loadAllTexts(locale);
  const spoken = await loadTexts(locale);
  expect(spoken.locale).toBe(locale);
  const words = await wordsOf(locale);
  const areas = Object.keys(words) as (keyof PageTexts)[];
  expect(areas).toContain('signIn');
  for (const area of areas) expect(spoken.texts[area]).toBe(words[area]);
});
