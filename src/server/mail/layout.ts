import { directionOf, type Locale } from '../../shared/locale.ts';
import { html, type Html } from '../http/html.ts';
import { languageAttributes } from '../http/language-attributes.ts';

const FONT = "font-family: system-ui, -apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif;";

/** The style of a secondary paragraph. */
export const SMALL = 'margin: 0 0 12px; font-size: 14px; line-height: 1.5; color: #5c6370;';

/**
 * Uses tables and inline styles, which all mail programs support. The style sheet only adds dark colours. It
 * loads nothing from the network, so opening the mail informs nobody.
 */
export function mailPage(title: string, content: Html, locale: Locale = 'en'): Html {
  return html`<!doctype html>
    <html ${languageAttributes(locale)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
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
                dir="${directionOf(locale)}"
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
                      ${title}
                    </h1>
                    ${content}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

export function mailButton(label: string, address: string): Html {
  return html`<p style="margin: 0 0 20px;">
    <a
      href="${address}"
      style="display: inline-block; padding: 13px 28px; border-radius: 8px; background-color: #1f5fd6; color: #ffffff; font-size: 16px; font-weight: 600; text-decoration: none;"
      >${label}</a
    >
  </p>`;
}

/** The six digits, in a large font. */
export function mailCode(code: string): Html {
  return html`<p
    class="strong code"
    dir="ltr"
    style="margin: 0 0 20px; padding: 14px 8px; border-radius: 8px; background-color: #f1f3f6; color: #1b1e24; font-family: ui-monospace, Menlo, Consolas, monospace; font-size: 32px; line-height: 1.2; letter-spacing: 6px; text-align: center;"
  >
    ${code}
  </p>`;
}

export function mailLink(label: string, address: string): Html {
  return html`<a class="address" dir="auto" href="${address}" style="color: #1f5fd6; word-break: break-all;"
    >${label}</a
  >`;
}
