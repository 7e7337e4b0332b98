import { html, type Html } from '../html.ts';
import { mailButton, mailPage, SMALL } from './layout.ts';
import type { Mail } from './mail.ts';

export interface SignInMailInput {
  readonly to: string;
  /** The site's host, as the person knows it. */
  readonly host: string;
  readonly origin: string;
  /** An address of `origin` that leads to the confirm page. */
  readonly link: string;
  readonly code: string;
  readonly expiresHours: number;
  /** Where the mail was asked for, so that a stranger's request is recognised. */
  readonly requestedFrom?: { readonly ip: string | null; readonly browser: string | null };
}

interface Words {
  readonly title: string;
  /** What was asked for, where the title does not say it all. */
  readonly lead: string | null;
  readonly button: string;
  readonly ignore: string;
}

/** The mail that signs a person in: a link and a code, either of which is enough. */
export function signInMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, {
    title: `Sign in to ${input.host}`,
    lead: null,
    button: 'Sign in',
    ignore: 'If you did not ask for this, ignore it: nobody is signed in without the link or the code.',
  });
}

/** The mail that a sign-up with a password waits for. Opened elsewhere it proves the address all the same, without the password. */
export function signUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, {
    title: `Confirm your address for ${input.host}`,
    lead: `Somebody, hopefully you, is making an account at ${input.host} with this address and has chosen a password for it. The password is kept only if you go on in the same browser; in another one you are signed in without it, and can choose one there.`,
    button: 'Confirm and sign in',
    ignore: 'If you did not ask for this, ignore it: there is no account without the link or the code.',
  });
}

/** What the owner of an address hears when somebody signs up with it again. The page says the same as for any other address. */
export function alreadySignedUpMail(input: SignInMailInput): Mail {
  return linkAndCodeMail(input, {
    title: `You already have an account at ${input.host}`,
    lead: `Somebody, hopefully you, wanted to make a new account at ${input.host} with your address. You have one already, and nothing was changed: the password that was typed is not yours. Sign in to yours with this mail; your password is under your sign-in methods.`,
    button: 'Sign in',
    ignore: 'If you did not ask for this, ignore it: nobody is signed in without the link or the code.',
  });
}

function linkAndCodeMail(input: SignInMailInput, words: Words): Mail {
  const { to, code } = input;
  const { title, lead, ignore } = words;
  if (new URL(input.link).origin !== input.origin) throw new TypeError('the link leads to another site');
  const validity = `The link and the code work once, for ${input.expiresHours} hours, until you ask for new ones.`;
  const request = requestLine(input.requestedFrom);
  const text = [
    title,
    ...(lead === null ? [] : [lead]),
    'Open this link and press the button there:',
    input.link,
    'Or enter this code on the page where you asked for it:',
    code,
    validity,
    ...(request === null ? [] : [request]),
    ignore,
  ];
  return {
    to,
    subject: title,
    text: `${text.join('\n\n')}\n`,
    html: linkAndCodePage({ ...input, ...words, validity, request }).toString(),
  };
}

function requestLine(from: SignInMailInput['requestedFrom']): string | null {
  // A user agent is a stranger's text: one short line of it, whatever it holds.
  const known = [from?.browser, from?.ip].flatMap((part) => part?.replace(/[\p{C}\s]+/gu, ' ').trim() || []);
  return known.length === 0 ? null : `It was asked for from ${known.join(', ').slice(0, 200)}.`;
}

interface LinkAndCodePage extends SignInMailInput, Words {
  readonly validity: string;
  readonly request: string | null;
}

function linkAndCodePage(page: LinkAndCodePage): Html {
  const { title, lead, button, link, code, validity, request, ignore } = page;
  return mailPage(
    title,
    html`${lead === null ? null : html`<p class="soft" style="${SMALL}">${lead}</p>`}
      ${mailButton(button, link)}
      <p class="soft" style="${SMALL}">Or enter this code on the page where you asked for it:</p>
      <p
        class="strong code"
        style="margin: 0 0 20px; padding: 14px 8px; border-radius: 8px; background-color: #f1f3f6; color: #1b1e24; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; line-height: 1.2; letter-spacing: 6px; text-align: center;"
      >
        ${code}
      </p>
      <p class="soft" style="${SMALL}">
        If the button does not work, open this address:<br />
        <a class="address" href="${link}" style="color: #1f5fd6; word-break: break-all;">${link}</a>
      </p>
      <p class="soft" style="${SMALL}">${validity}</p>
      ${request === null ? null : html`<p class="soft" style="${SMALL}">${request}</p>`}
      <p class="soft" style="${SMALL}">${ignore}</p>`,
  );
}
