import type { Locale } from '../../shared/locale.ts';
import { de } from './de.ts';
import { en } from './en.ts';

export type PageTexts = typeof en;

/** The texts of the server's own pages; those of mails are in `mail/texts`, those of the application in `client/texts`. */
export const PAGE_TEXTS: Readonly<Record<Locale, PageTexts>> = { en, de };
