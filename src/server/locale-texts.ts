import type { MailTexts, ServerPagesTexts } from '../locales/texts.ts';
import { storedLocale, LOCALES, type Locale } from '../shared/locale.ts';

interface ServerTexts {
  readonly mails: MailTexts;
  readonly serverPages: ServerPagesTexts;
  readonly deletionWords: string;
}

/** By folder name, so that `LANGUAGE_NAMES` in `shared/locale.ts` is the only list of languages. */
async function importTexts(locale: Locale): Promise<readonly [Locale, ServerTexts]> {
  const modules = await Promise.all([
    import(`../locales/${locale}/mails.ts`) as Promise<Pick<ServerTexts, 'mails'>>,
    import(`../locales/${locale}/server-pages.ts`) as Promise<Pick<ServerTexts, 'serverPages'>>,
    import(`../locales/${locale}/deletion-words.ts`) as Promise<Pick<ServerTexts, 'deletionWords'>>,
  ]);
  const [{ mails }, { serverPages }, { deletionWords }] = modules;
  return [locale, { mails, serverPages, deletionWords }];
}

const TEXTS = Object.fromEntries(await Promise.all(LOCALES.map(importTexts))) as Record<Locale, ServerTexts>;

/** In the default language for a person whose language this version does not have (`storedLocale`). */
export function mailTexts(locale: Locale | undefined): MailTexts {
  return TEXTS[storedLocale({ locale })].mails;
}

export function serverPageTexts(locale: Locale): ServerPagesTexts {
  return TEXTS[locale].serverPages;
}

export const DELETION_WORDS: readonly string[] = LOCALES.map((locale) => TEXTS[locale].deletionWords);
