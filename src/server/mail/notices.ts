import type { Locale } from '../../shared/locale.ts';
import { html, type Html } from '../http/html.ts';
import { mailButton, mailCode, mailLink, mailPage, SMALL } from './layout.ts';
import type { Mail } from './mail.ts';
import { mailTexts } from '../locale-texts.ts';

const LIST =
  'margin: 0 0 12px; padding: 0 20px; font-size: 15px; line-height: 1.6; color: #1b1e24; overflow-wrap: anywhere;';

interface Notice {
  readonly to: string;
  readonly origin: string;
  readonly locale: Locale | undefined;
  /** The subject and heading. */
  readonly title: string;
  /** What happened, and what it means for the user. */
  readonly sentences: readonly string[];
  /** Short lines, such as time and place. */
  readonly facts?: readonly string[];
  /** The items that the mail is about, when there are several. */
  readonly list?: { readonly lead: string; readonly lines: readonly string[] };
  readonly advice?: readonly string[];
  /** The page of the button. It asks before it changes anything. */
  readonly button: { readonly label: string; readonly path: string };
  /** A second page of this kind. */
  readonly link?: { readonly label: string; readonly path: string };
}

/** Informs a user about a change of their account. The mail itself changes nothing. */
export function noticeMail(notice: Notice): Mail {
  const { to, title, sentences, facts = [], list, advice = [], origin, button, link, locale } = notice;
  const addressOf = ({ path }: { path: string }) => new URL(path, origin).href;
  const text = [
    title,
    ...sentences,
    ...(facts.length === 0 ? [] : [facts.join('\n')]),
    ...(list ? [[list.lead, ...list.lines.map((line) => `- ${line}`)].join('\n')] : []),
    ...advice,
    ...[button, ...(link ? [link] : [])].flatMap((each) => [`${each.label}:`, addressOf(each)]),
  ];
  return {
    to,
    subject: title,
    text: `${text.join('\n\n')}\n`,
    html: mailPage(
      title,
      html`${sentences.map(paragraph)}
      ${
        facts.length === 0
          ? null
          : html`<p class="soft" style="${SMALL}">${facts.map((fact) => html`${fact}<br />`)}</p>`
      }
      ${
        list
          ? html`${paragraph(list.lead)}
              <ul class="strong" style="${LIST}">
                ${list.lines.map((line) => html`<li>${line}</li>`)}
              </ul>`
          : null
      }
      ${advice.map(paragraph)} ${mailButton(button.label, addressOf(button))}
      ${link ? html`<p class="soft" style="${SMALL}">${mailLink(link.label, addressOf(link))}</p>` : null}`,
      locale,
    ).toString(),
  };
}

export function paragraph(sentence: string): Html {
  return html`<p class="soft" style="${SMALL}">${sentence}</p>`;
}

/** The code with which a signed-in user authenticates again. It signs nobody in. */
export function reauthenticationMail(input: {
  to: string;
  origin: string;
  locale: Locale | undefined;
  code: string;
  minutes: number;
}): Mail {
  const { to, code, minutes, locale } = input;
  const texts = mailTexts(locale).reauthentication;
  const title = texts.title(new URL(input.origin).host);
  const sentences = texts.sentences(minutes);
  return {
    to,
    subject: title,
    text: `${[title, code, ...sentences].join('\n\n')}\n`,
    html: mailPage(title, html`${mailCode(code)} ${sentences.map(paragraph)}`, locale).toString(),
  };
}
