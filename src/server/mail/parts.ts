import type { MailBrand } from '../brand/mail-brand.ts';
import { html, type Html } from '../http/html.ts';

export function mailParts({ tokens: { light } }: MailBrand) {
  const text = `font-size: ${pixels(light['font-3'])}; line-height: 1.55; overflow-wrap: anywhere; color: ${light.text};`;
  const small = `font-size: ${pixels(light['font-1'])}; line-height: 1.5; overflow-wrap: anywhere; color: ${light.muted};`;
  const cell = `${pixels(light['space-1'])} ${pixels(light['space-3'])} ${pixels(light['space-1'])} 0`;
  const below = `margin: 0 0 ${pixels(light['space-4'])};`;
  return {
    paragraph: (sentence: string): Html => html`<p class="text" style="${below} ${text}">${sentence}</p>`,

    small: (sentence: string): Html => html`<p class="muted" style="${below} ${small}">${sentence}</p>`,

    facts: (facts: readonly (readonly [label: string, value: string])[]): Html =>
      html`<table
        role="presentation"
        width="100%"
        cellpadding="0"
        cellspacing="0"
        border="0"
        class="facts"
        style="${below} padding: ${pixels(light['space-2'])} ${pixels(light['space-4'])}; border-radius: ${light['control-radius']}; background-color: ${light.subtle};"
      >
        ${facts.map(
          ([label, value]) =>
            html`<tr valign="top">
              <td class="muted" width="72" style="padding: ${cell}; ${small}">${label}</td>
              <td class="text" style="padding: ${cell}; ${text}">${value}</td>
            </tr>`,
        )}
      </table>`,

    list: (lines: readonly string[]): Html =>
      html`<ul class="text" style="${below} padding: 0 ${pixels(light['space-5'])}; ${text}">
        ${lines.map((line) => html`<li>${line}</li>`)}
      </ul>`,

    /** Alone in its element, so that one press selects it and a screen reader says it as one. */
    code: (code: string): Html =>
      html`<p
        class="text code"
        dir="ltr"
        style="margin: 0 0 ${pixels(light['space-6'])}; padding: ${pixels(light['space-4'])} ${pixels(light['space-2'])}; border-radius: ${light.radius}; background-color: ${light.subtle}; color: ${light.text}; font-family: ${light['font-code']}; font-size: 32px; font-weight: 600; line-height: 1.2; letter-spacing: 6px; text-align: center; -webkit-user-select: all; user-select: all;"
      >
        ${code}
      </p>`,

    /** The cell has the colour too, because Outlook draws no padding of a link. */
    button: (label: string, address: string): Html =>
      html`<table
        role="presentation"
        cellpadding="0"
        cellspacing="0"
        border="0"
        class="action"
        style="margin: 0 0 ${pixels(light['space-5'])};"
      >
        <tr>
          <td
            class="button"
            bgcolor="${light.accent}"
            style="border-radius: ${light['control-radius']}; background-color: ${light.accent};"
          >
            <a
              href="${address}"
              class="label"
              style="display: inline-block; padding: ${pixels(light['space-3'])} ${pixels(light['space-6'])}; color: ${light['on-accent']}; font-size: ${pixels(light['font-4'])}; font-weight: 600; line-height: 1.25; text-align: center; text-decoration: none;"
              >${label}</a
            >
          </td>
        </tr>
      </table>`,

    secondLink: (label: string, address: string): Html =>
      html`<p style="${below} font-size: ${pixels(light['font-3'])}; line-height: 1.55;">
        <a href="${address}" class="link" style="color: ${light['accent-text']};">${label}</a>
      </p>`,

    rawLink: (lead: string, address: string): Html =>
      html`<p class="muted" style="${below} ${small}">
        ${lead}<br /><a
          href="${address}"
          class="link"
          dir="ltr"
          style="color: ${light['accent-text']}; word-break: break-all;"
          >${address}</a
        >
      </p>`,

    footerLine: (content: Html): Html =>
      html`<p class="muted" style="margin: 0 0 ${pixels(light['space-2'])}; ${small}">${content}</p>`,

    footerLink: (label: string, address: string): Html =>
      html`<a href="${address}" class="muted" style="color: ${light.muted};">${label}</a>`,

    line: (): Html =>
      html`<div
        class="line"
        style="margin: ${pixels(light['space-5'])} 0 ${pixels(light['space-4'])}; border-top: 1px solid ${light.border}; font-size: 0; line-height: 0;"
      >
        &nbsp;
      </div>`,
  };
}

/** Mail programs have no root element for `rem`. Pages have 16 px there. */
export function pixels(size: string): string {
  const [, rem] = /^([\d.]+)rem$/.exec(size) ?? [];
  return rem === undefined ? size : `${Number(rem) * 16}px`;
}
