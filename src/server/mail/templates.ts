import { html, type Html } from '../html.ts';
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

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;";
const SMALL = 'margin: 0 0 12px; font-size: 14px; line-height: 1.5; color: #5c6370;';

interface SignInPage extends SignInMailInput {
  readonly validity: string;
  readonly request: string | null;
  readonly ignore: string;
}

/**
 * Tables and inline styles are what mail programs have in common; the style sheet only adds dark colours, for those that
 * read it. No picture and nothing else from the network: opening the mail tells nobody.
 */
function signInPage({ host, link, code, validity, request, ignore }: SignInPage): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>Sign in to ${host}</title>
        <style>
          @media (prefers-color-scheme: dark) {
            .page {
              background-color: #16181d !important;
            }
            .card {
              background-color: #21242b !important;
              border-color: #383d47 !important;
            }
            .strong {
              color: #f2f4f8 !important;
            }
            .soft {
              color: #b3bac7 !important;
            }
            .code {
              background-color: #2c3039 !important;
            }
            .address {
              color: #8ab4ff !important;
            }
          }
        </style>
      </head>
      <body class="page" style="margin: 0; padding: 0; background-color: #f1f3f6; ${FONT}">
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color: #f1f3f6;"
        >
          <tr>
            <td align="center" style="padding: 24px 12px;">
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                border="0"
                style="max-width: 480px; background-color: #ffffff; border: 1px solid #dde1e7; border-radius: 12px;"
              >
                <tr>
                  <td style="padding: 28px 24px 16px; ${FONT}">
                    <h1
                      class="strong"
                      style="margin: 0 0 20px; font-size: 22px; line-height: 1.3; color: #1b1e24;"
                    >
                      Sign in to ${host}
                    </h1>
                    <p style="margin: 0 0 20px;">
                      <a
                        href="${link}"
                        style="display: inline-block; padding: 13px 28px; border-radius: 8px; background-color: #1f5fd6; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none;"
                        >Sign in</a
                      >
                    </p>
                    <p class="soft" style="${SMALL}">
                      Or enter this code on the page where you asked for it:
                    </p>
                    <p
                      class="strong code"
                      style="margin: 0 0 20px; padding: 14px 8px; border-radius: 8px; background-color: #f1f3f6; color: #1b1e24; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; line-height: 1.2; letter-spacing: 6px; text-align: center;"
                    >
                      ${code}
                    </p>
                    <p class="soft" style="${SMALL}">
                      If the button does not work, open this address:<br />
                      <a class="address" href="${link}" style="color: #1f5fd6; word-break: break-all;"
                        >${link}</a
                      >
                    </p>
                    <p class="soft" style="${SMALL}">${validity}</p>
                    ${request === null ? null : html`<p class="soft" style="${SMALL}">${request}</p>`}
                    <p class="soft" style="${SMALL}">${ignore}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}
