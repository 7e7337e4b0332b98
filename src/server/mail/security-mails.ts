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
  /** A provider's name or a sign-in method; `null` when the event has none. */
  readonly method: string | null;
  readonly label: string | null;
  readonly at: Date;
  readonly ip: string | null;
  readonly device: Pick<Device, 'browser' | 'system'>;
  /** The additions to the account; a connection has the provider's name. */
  readonly additions?: readonly Addition[] | undefined;
}

const ACTIVITY_PATH = '/account/activity';
const SECURITY_REVIEW_PATH = '/account/security-review';

/** The mails that name the sign-in method. */
const NAMES_METHOD: ReadonlySet<MailedKind> = new Set(['sign-in', 'security-review-due']);

/** After these events a user may need a new password before they can sign in. */
const ABOUT_PASSWORDS: ReadonlySet<MailedKind> = new Set([
  'password-changed',
  'password-reset',
  'password-removed',
  'email-change-undone',
]);

/** Informs a user about a security event with its time and place, and links to the page that shows it. */
export function securityMail(input: {
  to: string;
  origin: string;
  locale: Locale | undefined;
  event: SecurityEvent;
  /** The page that undoes the change. */
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
  const deviceText = browser && system ? facts.deviceOn(browser, system) : (browser ?? system);
  const place = [deviceText, ip].filter((part) => part !== null).join(', ');
  return [
    facts.when(formatTime(texts, at)),
    ...(place === '' ? [] : [facts.where(place)]),
    ...(NAMES_METHOD.has(kind) && method !== null ? [facts.how(methodName(texts, method))] : []),
  ];
}

/** One line for each addition: what it is, and when it was added. */
function listOf(texts: MailTexts, additions: readonly Addition[]): { lead: string; lines: string[] } {
  const { lead, connection, phone } = texts.additions;
  const lines = additions.map((each) => {
    const at = formatTime(texts, each.addedAt);
    if (each.kind === 'phone') return phone(each.lastDigits, at);
    return connection(oneLine(each.provider), oneLine(each.label), at);
  });
  return { lead, lines };
}

/** A mail may be read in any time zone, so its times name theirs. */
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
  // The non-breaking space keeps the zone next to the time.
  return time.replace(/ UTC$/, '\u00a0UTC');
}

function methodName(texts: MailTexts, method: string | null): string {
  if (method === null) return '';
  const names: Readonly<Record<string, string>> = texts.methods;
  return Object.hasOwn(names, method) ? (names[method] ?? method) : oneLine(method);
}

/** Shortens a name from a provider or user to one line. */
function oneLine(text: string): string {
  return text
    .replace(/[\p{C}\s]+/gu, ' ')
    .trim()
    .slice(0, 200);
}
