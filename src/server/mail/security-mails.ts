import type { Locale } from '../../shared/locale.ts';
import type { Device } from '../../shared/schemas/device.ts';
import type { Addition } from '../database/security-review-documents.ts';
import type { Mail } from './mail.ts';
import { noticeMail } from './notices.ts';
import type { MailTexts } from '../../locales/texts.ts';
import type { MailedKind } from '../../locales/security-words.ts';
import { mailTexts } from '../locale-texts.ts';

export interface SecurityEvent {
  readonly kind: MailedKind;
  /** A provider's name or one of the ways to sign in; `null` where it was about none. */
  readonly method: string | null;
  readonly label: string | null;
  readonly at: Date;
  readonly ip: string | null;
  readonly device: Pick<Device, 'browser' | 'system'>;
  /** What was added to the account; of a connection, the provider's name. */
  readonly additions?: readonly Addition[] | undefined;
}

const ACTIVITY_PATH = '/account/activity';
const SECURITY_REVIEW_PATH = '/account/security-review';

/** Of these the way to sign in is told. */
const NAMES_THE_WAY: ReadonlySet<MailedKind> = new Set(['sign-in', 'security-review-due']);

/** After these a person may have to choose a password before they can look at anything. */
const ABOUT_PASSWORDS: ReadonlySet<MailedKind> = new Set([
  'password-changed',
  'password-reset',
  'password-removed',
  'email-change-undone',
]);

/** Tells a person what happened to their account, when and where, and leads to the page that shows it. */
export function securityMail(input: {
  to: string;
  origin: string;
  locale: Locale | undefined;
  event: SecurityEvent;
  /** The page that undoes it. */
  undoPath?: string | undefined;
}): Mail {
  const { to, origin, locale, event, undoPath } = input;
  const texts = mailTexts(locale);
  const { host } = new URL(origin);
  const { title, what, advice } = texts.security[event.kind]({
    host,
    method: methodName(texts, event.method),
    label: event.label === null ? null : oneLine(event.label),
  });
  return noticeMail({
    to,
    origin,
    locale,
    title,
    sentences: [what],
    facts: factsOf(texts, event),
    ...(event.additions && { list: listOf(texts, event.additions) }),
    advice: [advice],
    button: buttonOf(texts, event.kind, { host, undoPath }),
    ...linkOf(texts, event.kind, undoPath),
  });
}

function linkOf(
  { buttons }: MailTexts,
  kind: MailedKind,
  undoPath: string | undefined,
): { link?: { label: string; path: string } } {
  if (undoPath !== undefined || kind === 'security-review-due')
    return { link: { label: buttons.activity, path: ACTIVITY_PATH } };
  if (ABOUT_PASSWORDS.has(kind)) return { link: { label: buttons.choosePassword, path: '/forgot-password' } };
  return {};
}

function buttonOf(
  { buttons, undoChange }: MailTexts,
  kind: MailedKind,
  { host, undoPath }: { host: string; undoPath: string | undefined },
): { label: string; path: string } {
  if (undoPath !== undefined) return { label: undoChange, path: undoPath };
  if (kind === 'security-review-due') return { label: buttons.checkAccount, path: SECURITY_REVIEW_PATH };
  if (kind === 'account-deleted') return { label: buttons.goTo(host), path: '/' };
  return { label: buttons.activity, path: ACTIVITY_PATH };
}

function factsOf(texts: MailTexts, { kind, method, at, ip, device }: SecurityEvent): string[] {
  const { facts } = texts;
  const { browser, system } = device;
  const described = browser && system ? facts.deviceOn(browser, system) : (browser ?? system);
  const place = [described, ip].filter((part) => part !== null).join(', ');
  return [
    facts.when(formatTime(texts, at)),
    ...(place === '' ? [] : [facts.where(place)]),
    ...(NAMES_THE_WAY.has(kind) && method !== null ? [facts.how(methodName(texts, method))] : []),
  ];
}

/** A line for each thing that was added: what it is and when. */
function listOf(texts: MailTexts, additions: readonly Addition[]): { lead: string; lines: string[] } {
  const { lead, connection, phone } = texts.additions;
  const lines = additions.map((each) => {
    const at = formatTime(texts, each.addedAt);
    if (each.kind === 'phone') return phone(each.lastDigits, at);
    return connection(oneLine(each.provider), oneLine(each.label), at);
  });
  return { lead, lines };
}

/** A mail is read anywhere, so its times name their zone. */
function formatTime(texts: MailTexts, at: Date): string {
  const time = new Intl.DateTimeFormat(texts.dateLocale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: 'UTC',
    timeZoneName: 'short',
  }).format(at);
  // On a narrow screen the zone stays with the time.
  return time.replace(/ UTC$/, '\u00a0UTC');
}

function methodName(texts: MailTexts, method: string | null): string {
  if (method === null) return '';
  const names: Readonly<Record<string, string>> = texts.methods;
  return Object.hasOwn(names, method) ? (names[method] ?? method) : oneLine(method);
}

/** What providers and people call themselves and their things, as one short line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
