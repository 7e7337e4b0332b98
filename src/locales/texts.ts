import type { ErrorCode } from '../shared/errors/catalogue.ts';
import type { ErrorWords } from '../shared/errors/entry.ts';
import type { mails } from './en/mails.ts';
import type { consolePages } from './en/pages/console-pages.ts';
import type { errorsAndNotices } from './en/pages/errors-and-notices.ts';
import type { firstPage } from './en/pages/first-page.ts';
import type { operationPages } from './en/pages/operation-pages.ts';
import type { applicationPages } from './en/pages/application-pages.ts';
import type { laterPages } from './en/pages/later-pages.ts';
import type { mailedLinkPages } from './en/pages/mailed-link-pages.ts';
import type { palettePages } from './en/pages/palette-pages.ts';
import type { passkeyPages } from './en/pages/passkey-pages.ts';
import type { phonePages } from './en/pages/phone-pages.ts';
import type { secondFactorPages } from './en/pages/second-factor-pages.ts';
import type { secondStepPages } from './en/pages/second-step-pages.ts';
import type { signedOutPages } from './en/pages/signed-out-pages.ts';
import type { pendingLinkPages } from './en/pages/pending-link-pages.ts';
import type { auditPages } from './en/pages/audit-pages.ts';
import type { webhookPages } from './en/pages/webhook-pages.ts';
import type { serverPages } from './en/server-pages.ts';

/** A word that a language lacks, or that English lacks, does not compile. */

export type FirstPageTexts = typeof firstPage;
export type SignedOutPagesTexts = typeof signedOutPages;
export type PendingLinkPagesTexts = typeof pendingLinkPages;
export type MailedLinkPagesTexts = typeof mailedLinkPages;
export type PhonePagesTexts = typeof phonePages;
export type SecondStepPagesTexts = typeof secondStepPages;
export type PasskeyPagesTexts = typeof passkeyPages;
export type SecondFactorPagesTexts = typeof secondFactorPages;
export type LaterPagesTexts = typeof laterPages;
export type ConsolePagesTexts = typeof consolePages;
export type AuditPagesTexts = typeof auditPages;
export type PalettePagesTexts = typeof palettePages;
export type OperationPagesTexts = typeof operationPages;
export type WebhookPagesTexts = typeof webhookPages;
export type ErrorTexts = typeof errorsAndNotices;
export type ApplicationPagesTexts = typeof applicationPages;
export type PageTexts = FirstPageTexts &
  SignedOutPagesTexts &
  PendingLinkPagesTexts &
  MailedLinkPagesTexts &
  PhonePagesTexts &
  SecondStepPagesTexts &
  SecondFactorPagesTexts &
  PasskeyPagesTexts &
  ConsolePagesTexts &
  AuditPagesTexts &
  PalettePagesTexts &
  OperationPagesTexts &
  WebhookPagesTexts &
  ErrorTexts &
  ApplicationPagesTexts &
  LaterPagesTexts;

export type MailTexts = typeof mails;

/** The server's own pages, which need no renderer. */
export type ServerPagesTexts = typeof serverPages;

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
