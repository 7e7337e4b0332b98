import { directionOf, type Locale } from '../../shared/locale.ts';
import type { MailBrand } from '../brand/mail-brand.ts';
import type { Tokens } from '../brand/tokens.ts';
import { html, type Html } from '../http/html.ts';
import { LOGO_CONTENT_IDS } from './logos.ts';
import { pixels } from './parts.ts';

const WIDTH = 520;

interface MailPage {
  readonly locale: Locale;
  readonly brand: MailBrand;
  readonly title: string;
  readonly content: Html;
  readonly footer: Html;
}

/**
 * All mail programs support tables and inline styles; the style sheet only adds the dark colours. The logo is
 * attached, and nothing is loaded from the network, so opening the mail informs nobody.
 */
export function mailPage({ locale, brand, title, content, footer }: MailPage): Html {
  const { light, dark } = brand.tokens;
  const font = `font-family: ${light.font};`;
  const direction = directionOf(locale);
  const table = html`role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"`;
  return html`<!doctype html>
    <html lang="${locale}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${title}</title>
        ${mediaStyles(dark)}
      </head>
      <body class="page" style="margin: 0; padding: 0; background-color: ${light.page}; ${font}">
        <table ${table} dir="${direction}" class="page" style="background-color: ${light.page};">
          <tr>
            <td align="center" style="padding: ${pixels(light['space-8'])} ${pixels(light['space-3'])};">
              <table ${table} style="max-width: ${WIDTH}px;">
                <tr>
                  <td style="padding: 0 0 ${pixels(light['space-5'])}; ${font}">${header(brand)}</td>
                </tr>
                <tr>
                  <td
                    class="card"
                    style="padding: ${pixels(light['space-8'])} ${pixels(light['space-6'])} ${pixels(light['space-4'])}; border: 1px solid ${light.border}; border-radius: ${light.radius}; background-color: ${light.surface}; ${font}"
                  >
                    <h1
                      class="text"
                      style="margin: 0 0 ${pixels(light['space-4'])}; font-size: 22px; font-weight: 600; line-height: 1.3; color: ${light.text}; overflow-wrap: anywhere;"
                    >
                      ${title}
                    </h1>
                    ${content}
                  </td>
                </tr>
                <tr>
                  <td style="padding: ${pixels(light['space-5'])} 0 0; ${font}">${footer}</td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

/** `!important` overrides the inline styles. */
function mediaStyles(dark: Tokens): Html {
  return html`<style>
    @media (max-width: 480px) {
      .action {
        width: 100%;
      }
      .action .label {
        display: block !important;
      }
    }
    @media (prefers-color-scheme: dark) {
      .page {
        background-color: ${dark.page} !important;
      }
      .card {
        background-color: ${dark.surface} !important;
        border-color: ${dark.border} !important;
      }
      .text {
        color: ${dark.text} !important;
      }
      .muted {
        color: ${dark.muted} !important;
      }
      .line {
        border-color: ${dark.border} !important;
      }
      .code {
        background-color: ${dark.subtle} !important;
      }
      .facts {
        background-color: ${dark.subtle} !important;
      }
      .button {
        background-color: ${dark.accent} !important;
      }
      .label {
        color: ${dark['on-accent']} !important;
      }
      .link {
        color: ${dark['accent-text']} !important;
      }
      .light-logo {
        display: none !important;
      }
      .dark-logo {
        display: block !important;
      }
    }
  </style>`;
}

/** The name is text, for mail programs that show no pictures or invert the colours. */
function header({ name, host, logo, tokens: { light } }: MailBrand): Html {
  const hasDarkLogo = logo !== null && logo !== 'mark' && logo.dark !== logo.light;
  const image = (id: string, className: string, display: string) =>
    html`<img
      src="cid:${id}"
      alt=""
      height="32"
      class="${className}"
      style="display: ${display}; height: 32px; max-width: 160px; border: 0;"
    />`;
  return html`<table role="presentation" cellpadding="0" cellspacing="0" border="0">
    <tr>
      ${
        logo === null
          ? null
          : html`<td>
                ${image(LOGO_CONTENT_IDS.light, hasDarkLogo ? 'light-logo' : '', 'block')}
                ${hasDarkLogo ? image(LOGO_CONTENT_IDS.dark, 'dark-logo', 'none') : null}
              </td>
              <td width="12">&nbsp;</td>`
      }
      <td style="line-height: 1.3; overflow-wrap: anywhere;">
        <span
          class="text"
          style="font-size: ${pixels(light['font-4'])}; font-weight: 600; color: ${light.text};"
          >${name}</span
        >
        ${
          name === host
            ? null
            : html`<br /><span
                  class="muted"
                  style="font-size: ${pixels(light['font-1'])}; color: ${light.muted};"
                  >${host}</span
                >`
        }
      </td>
    </tr>
  </table>`;
}
