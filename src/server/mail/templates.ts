import type { Locale } from '../../shared/locale.ts';
import { html } from '../http/html.ts';
import { mailButton, mailCode, mailLink, mailPage, SMALL } from './layout.ts';
import type { Mail } from './mail.ts';
import { paragraph } from './notices.ts';
import type { MailTexts } from '../../locales/texts.ts';
import { mailTexts } from '../locale-texts.ts';

export interface SignInMailInput {
  readonly to: string;
  readonly locale: Locale | undefined;
  /** The site's host, as users know it. */
  readonly host: string;
  readonly origin: string;
  /** An address on `origin`, of the confirm page. */
  readonly link: string;
  /**
   * `null`: the mail has only the link, because unknown clients entered too many wrong codes for this
   * address.
   */
  readonly code: string | null;
  readonly expiresHours: number;
  /** The name of the provider whose account is also connected when the user agrees on the page. */
  readonly connects?: string;
  /** Where the mail was requested, so that users recognise a foreign request. */
  readonly requestedFrom?: { readonly ip: string | null; readonly browser: string | null };
}

/** The mail that signs a user in, by a link or by a code. */
export function signInMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, input.connects === undefined ? 'signIn' : 'signInAndConnect');
}

/**
 * The mail that finishes a sign-up with a password. Opened in another browser, it proves the address but does
 * not set the password.
 */
export function signUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, 'signUp');
}

/**
 * The mail to the owner of an address when somebody signs up with it again. The page shows the same as for a
 * new address.
 */
export function alreadySignedUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, 'alreadySignedUp');
}

export function linkAndCodeMail(
  input: SignInMailInput,
  occasion: 'signIn' | 'signInAndConnect' | 'signUp' | 'alreadySignedUp' | 'confirmEmail',
): Mail {
  const { to, code, link, host, locale } = input;
  if (new URL(link).origin !== input.origin) throw new TypeError('the link leads to another site');
  const texts = mailTexts(locale);
  const { open, orCode, orAddress, validity, noCode } = texts.linkAndCode;
  const { button, ignore, ...words } = texts[occasion];
  // A provider that was found by an address chooses its own name, so it is shortened.
  const connects = oneLine(input.connects ?? '').slice(0, 80);
  const title = words.title(host, connects);
  const lead = words.lead === null ? [] : [words.lead(host, connects)];
  const byCode = code === null ? [noCode] : [orCode, code];
  const closing = [validity(input.expiresHours), ...requestLine(texts, input.requestedFrom), ignore];
  return {
    to,
    subject: title,
    text: `${[title, ...lead, open, link, ...byCode, ...closing].join('\n\n')}\n`,
    html: mailPage(
      title,
      html`${lead.map(paragraph)} ${mailButton(button, link)}
        ${code === null ? paragraph(noCode) : html`${paragraph(orCode)} ${mailCode(code)}`}
        <p class="soft" style="${SMALL}">${orAddress}<br />${mailLink(link, link)}</p>
        ${closing.map(paragraph)}`,
      locale,
    ).toString(),
  };
}

function requestLine(texts: MailTexts, requestedFrom: SignInMailInput['requestedFrom']): string[] {
  // A user agent may contain any text, so the line is shortened.
  const knownParts = [requestedFrom?.browser, requestedFrom?.ip].flatMap((part) => oneLine(part ?? '') || []);
  return knownParts.length === 0 ? [] : [texts.linkAndCode.askedFrom(knownParts.join(', ').slice(0, 200))];
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim();
}
