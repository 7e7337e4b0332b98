import { html, type Html } from '../html.ts';
import { mailButton, mailPage, SMALL } from './layout.ts';
import type { Mail } from './mail.ts';

interface SignInMailInput {
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

/** The mail that signs a person in: a link and a code, either of which is enough. */
export function signInMail(input: SignInMailInput): Mail {
  const { to, host, code } = input;
  if (new URL(input.link).origin !== input.origin) throw new TypeError('the link leads to another site');
  const validity = `The link and the code work once, for ${input.expiresHours} hours, until you ask for new ones.`;
  const request = requestLine(input.requestedFrom);
  const ignore = 'If you did not ask for this, ignore it: nobody is signed in without the link or the code.';
  const text = [
    `Sign in to ${host}`,
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
    subject: `Sign in to ${host}`,
    text: `${text.join('\n\n')}\n`,
    html: signInPage({ ...input, validity, request, ignore }).toString(),
  };
}

function requestLine(from: SignInMailInput['requestedFrom']): string | null {
  // A user agent is a stranger's text: one short line of it, whatever it holds.
  const known = [from?.browser, from?.ip].flatMap((part) => part?.replace(/[\p{C}\s]+/gu, ' ').trim() || []);
  return known.length === 0 ? null : `It was asked for from ${known.join(', ').slice(0, 200)}.`;
}

interface SignInPage extends SignInMailInput {
  readonly validity: string;
  readonly request: string | null;
  readonly ignore: string;
}

function signInPage({ host, link, code, validity, request, ignore }: SignInPage): Html {
  return mailPage(
    `Sign in to ${host}`,
    html`${mailButton('Sign in', link)}
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
