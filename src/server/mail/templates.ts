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
  /** The site's host, as the person knows it. */
  readonly host: string;
  readonly origin: string;
  /** An address of `origin` that leads to the confirm page. */
  readonly link: string;
  /** `null`: the mail holds the link only, because strangers gave too many wrong codes for this address. */
  readonly code: string | null;
  readonly expiresHours: number;
  /** The name of the provider whose account is connected, too, if the person agrees on the page. */
  readonly connects?: string;
  /** Where the mail was asked for, so that a stranger's request is recognised. */
  readonly requestedFrom?: { readonly ip: string | null; readonly browser: string | null };
}

/** The mail that signs a person in: a link and a code, either of which is enough. */
export function signInMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, input.connects === undefined ? 'signIn' : 'signInAndConnect');
}

/** The mail that a sign-up with a password waits for. Opened elsewhere it proves the address all the same, without the password. */
export function signUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, 'signUp');
}

/** What the owner of an address hears when somebody signs up with it again. The page says the same as for any other address. */
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
  // The name is a stranger's text, as far as the provider was found by an address.
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

function requestLine(texts: MailTexts, from: SignInMailInput['requestedFrom']): string[] {
  // A user agent is a stranger's text: one short line of it, whatever it holds.
  const known = [from?.browser, from?.ip].flatMap((part) => oneLine(part ?? '') || []);
  return known.length === 0 ? [] : [texts.linkAndCode.askedFrom(known.join(', ').slice(0, 200))];
}

function oneLine(text: string): string {
  return text.replace(/[\p{C}\s]+/gu, ' ').trim();
}
