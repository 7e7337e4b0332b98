import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { de } from './de.ts';
import { en, type MailTexts } from './en.ts';

const TEXTS: Readonly<Record<Locale, MailTexts>> = { en, de };

/** Without a language, as users brought from another database have none, the first that there is. */
export function mailTexts(locale: Locale | undefined): MailTexts {
  return TEXTS[locale ?? LOCALES[0]];
}
