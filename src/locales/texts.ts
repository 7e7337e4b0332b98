import type { mails } from './en/mails/mails.ts';
import type { firstPage } from './en/pages/first-page.ts';
import type { laterPages } from './en/pages/later-pages.ts';
import type { mailedLinkPages } from './en/pages/mailed-link-pages.ts';
import type { signedOutPages } from './en/pages/signed-out-pages.ts';
import type { pagesWithoutScript } from './en/pages-without-script.ts';

/**
 * The sets of words that every language has. English says what is in them: a word that another language lacks does not compile there, and
 * neither does one that English does not have.
 */

/** What the first page says in the browser. */
export type FirstPageTexts = typeof firstPage;
/** What the other signed-out pages say. */
export type SignedOutPagesTexts = typeof signedOutPages;
/** What the pages say that a mail's link opens. */
export type MailedLinkPagesTexts = typeof mailedLinkPages;
/** What the pages after a sign-in say, and the words of all errors. */
export type LaterPagesTexts = typeof laterPages;
export type PageTexts = FirstPageTexts & SignedOutPagesTexts & MailedLinkPagesTexts & LaterPagesTexts;

/** What is mailed, or sent to a phone. */
export type MailTexts = typeof mails;

/** What the server's own HTML says: refusals, and the pages for browsers without scripts. */
export type PagesWithoutScriptTexts = typeof pagesWithoutScript;
