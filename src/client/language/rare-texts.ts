import type { ErrorTexts, LaterPagesTexts, PageTexts, SignedOutPagesTexts } from '../../locales/texts.ts';
import type { Locale } from '../../shared/locale.ts';
import { addWordFiles, loadSets } from './texts.ts';

/** The sets of words that the pages before a sign-in seldom need. Every page that needs one loads this file first. */
addWordFiles(
  import.meta.glob<Readonly<Record<string, Partial<PageTexts>>>>(
    './*/pages/{later-pages,pending-link-pages,mailed-link-pages,phone-pages,second-step-pages,second-factor-pages}.ts',
    { base: '../../locales' },
  ),
);

/** The words of the pages after a sign-in, and of what they share with the signed-out pages. */
export const loadLaterTexts = (locale: Locale) =>
  loadSets<LaterPagesTexts & SignedOutPagesTexts & ErrorTexts>(locale, [
    'later-pages',
    'signed-out-pages',
    'errors-and-notices',
  ]);
/** The words of the pages while an account at a provider waits, and of the codes that they ask for. */
export const loadPendingLinkTexts = (locale: Locale) =>
  loadSets(locale, ['signed-out-pages', 'pending-link-pages']);
export const loadMailedLinkTexts = (locale: Locale) => loadSets(locale, ['mailed-link-pages']);
export const loadPhoneTexts = (locale: Locale) => loadSets(locale, ['signed-out-pages', 'phone-pages']);
/** The words of the second step of a sign-in, and of the codes that it asks for. */
export const loadSecondStepTexts = (locale: Locale) =>
  loadSets(locale, ['signed-out-pages', 'errors-and-notices', 'second-step-pages']);
/** The words of the pages on which second factors are set up and kept. */
export const loadSecondFactorTexts = (locale: Locale) =>
  loadSets(locale, ['later-pages', 'signed-out-pages', 'errors-and-notices', 'second-factor-pages']);

/** What is loaded for a page whose words are not there yet. `console-texts.ts` adds its own. */
export const ALL_LOADERS: ((locale: Locale) => Promise<unknown>)[] = [
  loadLaterTexts,
  loadPendingLinkTexts,
  loadMailedLinkTexts,
  loadPhoneTexts,
  loadSecondStepTexts,
  loadSecondFactorTexts,
];
export const loadAllTexts = (locale: Locale) => Promise.all(ALL_LOADERS.map((load) => load(locale)));
