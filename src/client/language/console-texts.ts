import type { PageTexts } from '../../locales/texts.ts';
import type { Locale } from '../../shared/locale.ts';
import { ALL_LOADERS } from './rare-texts.ts';
import { addWordFiles, loadSets } from './texts.ts';

/** The sets of words for administrators. They are apart from `rare-texts.ts`, because signed-out pages load that file. */
addWordFiles(
  import.meta.glob<Readonly<Record<string, Partial<PageTexts>>>>(
    './*/pages/{console-pages,failed-jobs-pages,webhook-pages}.ts',
    { base: '../../locales' },
  ),
);

/** The words of the pages for administrators. */
export const loadConsoleTexts = (locale: Locale) =>
  loadSets(locale, ['later-pages', 'signed-out-pages', 'errors-and-notices', 'console-pages']);
/** The words of the page about failed jobs. */
export const loadFailedJobsTexts = (locale: Locale) =>
  Promise.all([loadConsoleTexts(locale), loadSets(locale, ['failed-jobs-pages'])]);
/** The words of the pages about webhooks. */
export const loadWebhookTexts = (locale: Locale) =>
  Promise.all([loadConsoleTexts(locale), loadSets(locale, ['webhook-pages'])]);

ALL_LOADERS.push(loadFailedJobsTexts, loadWebhookTexts);
