import type { MailTexts } from '../../locales/texts.ts';
import { composeMail, mailContextOf, type MailInput } from './compose-mail.ts';
import { oneLine, type MailRequest } from './facts.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Mail } from './mail.ts';

export interface SignInMailInput extends MailInput {
  readonly link: string;
  /** `null`: only the link, because unknown callers entered too many wrong codes for this address. */
  readonly code: string | null;
  readonly expiresHours: number;
  /** The provider whose account is also connected when the user agrees on the page. */
  readonly connects?: string;
  readonly requestedFrom: MailRequest;
}

export function signInMail(input: SignInMailInput): Mail {
  return input.connects === undefined
    ? linkAndCodeMail('sign-in-link', input, 'signIn')
    : linkAndCodeMail('connect-link', input, 'signInAndConnect');
}

/** Finishes a sign-up. Opened in another browser, it verifies the address but does not set the password. */
export function signUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail('sign-up-link', input, 'signUp');
}

/** To the owner of an address that signs up again. The page shows the same as for a new address. */
export function alreadySignedUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail('already-signed-up', input, 'alreadySignedUp');
}

export function linkAndCodeMail(
  kind: MailKind,
  input: SignInMailInput,
  occasion: 'signIn' | 'signInAndConnect' | 'signUp' | 'alreadySignedUp' | 'confirmEmail',
): Mail {
  const { code, link, requestedFrom } = input;
  const context = mailContextOf(input);
  const texts: MailTexts = context.texts;
  const { open, orOpen, enterCode, validity, noCode } = texts.linkAndCode;
  const { button, ignore, ...words } = texts[occasion];
  const { name } = context.brand;
  // A provider that was found by an address chooses its own name, so the name is shortened.
  const connects = oneLine(input.connects ?? '', 80);
  const lead = words.lead === null ? [] : [words.lead(name, connects)];
  return composeMail(kind, context, {
    title: words.title(name, connects),
    lead: code === null ? [...lead, noCode] : lead,
    ...(code !== null && { code: { lead: enterCode, code } }),
    button: { label: button, path: link, lead: code === null ? open : orOpen },
    validity: validity(input.expiresHours),
    requestedFrom,
    closing: [ignore],
  });
}
