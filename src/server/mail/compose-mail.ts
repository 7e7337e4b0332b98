import { atBase } from '../../shared/base-path.ts';
import { DEFAULT_LOCALE, type Locale } from '../../shared/locale.ts';
import type { MailTexts } from '../../locales/texts.ts';
import { mailBrandOf, mailWordsOf, type MailBrand } from '../brand/mail-brand.ts';
import { html, type Html } from '../http/html.ts';
import type { Settings } from '../settings/settings.ts';
import { formatPlace, formatTime, type MailRequest } from './facts.ts';
import { mailPage } from './layout.ts';
import { reasonFor, type MailKind } from './mail-kinds.ts';
import type { Mail } from './mail.ts';
import { mailParts } from './parts.ts';

export type MailSettings = Pick<Settings, 'origin' | 'basePath' | 'brand'>;

export interface MailInput {
  readonly to: string;
  /** The reader's language; missing: the default. */
  readonly locale: Locale | undefined;
  readonly settings: MailSettings;
}

interface MailContext {
  readonly to: string;
  readonly locale: Locale;
  readonly origin: string;
  readonly basePath: string;
  readonly brand: MailBrand;
  readonly texts: MailTexts;
}

export function mailContextOf({ to, locale = DEFAULT_LOCALE, settings }: MailInput): MailContext {
  const texts = mailWordsOf(settings.brand, locale);
  const { origin, basePath } = settings;
  return { to, locale, origin, basePath, brand: mailBrandOf(settings), texts };
}

/** A page of this site, or an address that the operator set. */
export type Target = { readonly label: string } & ({ readonly path: string } | { readonly address: string });

export type Fact = readonly [label: string, value: string];

/** In the order in which the parts appear. */
interface MailContent {
  /** The subject and the heading. */
  readonly title: string;
  readonly lead: readonly string[];
  readonly facts?: readonly Fact[];
  /** For a mail about several items. */
  readonly list?: { readonly lead: string; readonly lines: readonly string[] };
  readonly code?: { readonly lead: string; readonly code: string };
  readonly advice?: readonly string[];
  /** Its page asks before it changes anything. `lead` stands above the link in the plain text. */
  readonly button?: Target & { readonly lead?: string };
  readonly validity?: string;
  /** A second page that asks first. */
  readonly link?: Target;
  readonly requestedFrom?: MailRequest;
  /** What to do when this mail was not expected. */
  readonly closing?: readonly string[];
}

/** Both forms say the same. */
interface Block {
  readonly text: readonly string[];
  readonly html: Html;
}

/** Uses the layout of all mails. The plain text has all facts in the order of the HTML. */
export function composeMail(kind: MailKind, context: MailContext, content: MailContent): Mail {
  const { to, locale, brand } = context;
  const { title } = content;
  const blocks = blocksOf(context, content);
  const footer = footerOf(kind, context);
  const text = [title, ...blocks.flatMap((block) => block.text), ...footer.text];
  const page = {
    locale,
    brand,
    title,
    content: html`${blocks.map((block) => block.html)}`,
    footer: footer.html,
  };
  return {
    to,
    subject: title,
    text: `${text.map(wrapLines).join('\n\n')}\n`,
    html: mailPage(page).toString(),
  };
}

function blocksOf(context: MailContext, content: MailContent): Block[] {
  const { brand, texts } = context;
  const { facts = [], list, advice = [], code, button, validity, link, closing = [] } = content;
  const parts = mailParts(brand);
  const paragraph = (sentence: string): Block => ({ text: [sentence], html: parts.paragraph(sentence) });
  const small = (sentence: string): Block => ({ text: [sentence], html: parts.small(sentence) });
  const end = [...requestLine(texts, content.requestedFrom), ...closing];

  const blocks = content.lead.map(paragraph);
  if (facts.length > 0) {
    const lines = facts.map(([label, value]) => texts.facts.line(label, value));
    blocks.push({ text: [lines.join('\n')], html: parts.facts(facts) });
  }
  if (list) {
    const lines = [list.lead, ...list.lines.map((line) => `- ${line}`)].join('\n');
    blocks.push({ text: [lines], html: html`${parts.paragraph(list.lead)} ${parts.list(list.lines)}` });
  }
  if (code) {
    blocks.push(paragraph(code.lead), { text: [code.code], html: parts.code(code.code) });
  }
  blocks.push(...advice.map(paragraph));
  if (button) {
    const address = addressOf(context, button);
    blocks.push({
      text: [button.lead ?? `${button.label}:`, address],
      html: parts.button(button.label, address),
    });
  }
  if (validity !== undefined) blocks.push(small(validity));
  if (link) {
    const other = addressOf(context, link);
    blocks.push({ text: [`${link.label}:`, other], html: parts.secondLink(link.label, other) });
  }
  if (end.length > 0) blocks.push({ text: [], html: parts.line() }, ...end.map(small));
  // The plain text has this address already.
  if (button) blocks.push({ text: [], html: parts.rawLink(texts.orAddress, addressOf(context, button)) });
  return blocks;
}

/** Refuses a path to another site, so that no mail of Foyer leads there with a secret. */
function addressOf({ origin, basePath }: MailContext, target: Target): string {
  if ('address' in target) return target.address;
  const address = new URL(atBase({ basePath }, target.path), origin);
  if (address.origin !== origin) throw new TypeError('the link leads to another site');
  return address.href;
}

function requestLine(texts: MailTexts, request: MailRequest | undefined): string[] {
  if (!request) return [];
  const place = formatPlace(texts, request);
  const time = formatTime(texts, request.at);
  return [place === '' ? texts.requestedAt(time) : texts.requestedFrom(place, time)];
}

function footerOf(kind: MailKind, { brand, texts }: MailContext): Block {
  const { name, host, appUrl, links } = brand;
  const { reasons, openApp, ...labels } = texts.footer;
  const reason = reasons[reasonFor(kind)](host);
  const targets = [
    // An application without a name shows its host.
    ...(appUrl === null
      ? []
      : [{ label: openApp(name === host ? new URL(appUrl).host : name), address: appUrl }]),
    ...(['terms', 'privacy', 'support'] as const).map((each) => ({
      label: labels[each],
      address: links[each],
    })),
  ].flatMap(({ label, address }) => (address ? { label, address } : []));
  const parts = mailParts(brand);
  const linked = targets.map(
    ({ label, address }, index) => html`${index === 0 ? null : ' · '}${parts.footerLink(label, address)}`,
  );
  return {
    text: [reason, ...targets.map(({ label, address }) => `${label}:\n${address}`)],
    html: html`${parts.footerLine(html`${reason}`)}${targets.length === 0 ? null : parts.footerLine(html`${linked}`)}`,
  };
}

/** RFC 5322, 2.1.1, recommends at most 78 characters. Some programs quote with two more. */
const LINE_LENGTH = 76;

/** Breaks lines at spaces. A longer word, such as a link, gets a line of its own. */
function wrapLines(text: string): string {
  return text.split('\n').map(wrapLine).join('\n');
}

function wrapLine(line: string): string {
  const lines: string[] = [];
  let current = '';
  // Lines do not break at no-break spaces.
  for (const word of line.split(' ')) {
    const longer = current === '' ? word : `${current} ${word}`;
    if (longer.length > LINE_LENGTH && current !== '') {
      lines.push(current);
      current = word;
    } else current = longer;
  }
  return [...lines, current].join('\n');
}
