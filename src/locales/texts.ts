import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { ErrorWords } from '../shared/errors/entry.ts';
import type { mails } from './en/mails.ts';
import type { consolePages } from './en/pages/console-pages.ts';
import type { errorsAndNotices } from './en/pages/errors-and-notices.ts';
import type { failedJobsPages } from './en/pages/failed-jobs-pages.ts';
import type { firstPage } from './en/pages/first-page.ts';
import type { laterPages } from './en/pages/later-pages.ts';
import type { mailedLinkPages } from './en/pages/mailed-link-pages.ts';
import type { passkeyPages } from './en/pages/passkey-pages.ts';
import type { phonePages } from './en/pages/phone-pages.ts';
import type { secondFactorPages } from './en/pages/second-factor-pages.ts';
import type { secondStepPages } from './en/pages/second-step-pages.ts';
import type { signedOutPages } from './en/pages/signed-out-pages.ts';
import type { pendingLinkPages } from './en/pages/pending-link-pages.ts';
import type { webhookPages } from './en/pages/webhook-pages.ts';
import type { serverPages } from './en/server-pages.ts';

/**
 * The sets of words that every language has. English says what is in them: a word that another language lacks does not compile there, and
 * neither does one that English does not have.
 */

/** What the first page says in the browser. */
export type FirstPageTexts = typeof firstPage;
/** What the other signed-out pages say. */
export type SignedOutPagesTexts = typeof signedOutPages;
/** What the pages say while an account at a provider waits. */
export type PendingLinkPagesTexts = typeof pendingLinkPages;
/** What the pages say that a mail's link opens. */
export type MailedLinkPagesTexts = typeof mailedLinkPages;
/** What the page for sign-in by phone says. */
export type PhonePagesTexts = typeof phonePages;
/** What the page and the dialog say that ask for the second factor. */
export type SecondStepPagesTexts = typeof secondStepPages;
/** What the ways by passkey on the signed-out pages say. */
export type PasskeyPagesTexts = typeof passkeyPages;
/** What the pages say on which second factors are set up and kept. */
export type SecondFactorPagesTexts = typeof secondFactorPages;
/** What the pages for administrators say. */
export type ConsolePagesTexts = typeof consolePages;
/** What the page about failed jobs says. */
export type FailedJobsPagesTexts = typeof failedJobsPages;
/** What the pages about webhooks say. */
export type WebhookPagesTexts = typeof webhookPages;
/** The words of all errors, and of the pages that say one thing. */
export type ErrorTexts = typeof errorsAndNotices;
/** What the pages after a sign-in say. */
export type LaterPagesTexts = typeof laterPages;
export type PageTexts = FirstPageTexts &
  SignedOutPagesTexts &
  PendingLinkPagesTexts &
  MailedLinkPagesTexts &
  PhonePagesTexts &
  SecondStepPagesTexts &
  SecondFactorPagesTexts &
  PasskeyPagesTexts &
  ConsolePagesTexts &
  FailedJobsPagesTexts &
  WebhookPagesTexts &
  ErrorTexts &
  LaterPagesTexts;

/** What is mailed, or sent to a phone. */
export type MailTexts = typeof mails;

/** What the server's own small pages say, which need no renderer. */
export type ServerPagesTexts = typeof serverPages;

/** The words of errors that have the same title. */
export function withTitle<Code extends ErrorCode>(
  title: string,
  words: Readonly<Record<Code, Omit<ErrorWords, 'title'>>>,
): Readonly<Record<Code, ErrorWords>> {
  const titled = Object.entries<Omit<ErrorWords, 'title'>>(words).map(([code, each]) => [
    code,
    { title, ...each },
  ]);
  return Object.fromEntries(titled) as Record<Code, ErrorWords>;
}
