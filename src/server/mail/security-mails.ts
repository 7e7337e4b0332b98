import type { MailTexts } from '../../locales/texts.ts';
import type { MailedKind } from '../../locales/security-words.ts';
import { SECURITY_REVIEW_PATH } from '../../shared/application-paths.ts';
import { splitMethods } from '../../shared/joined-methods.ts';
import type { MailBrand } from '../brand/mail-brand.ts';
import type { Addition } from '../database/security-review-documents.ts';
import { composeMail, mailContextOf, type Fact, type MailInput, type Target } from './compose-mail.ts';
import { formatPlace, formatTime, oneLine, type MailRequest } from './facts.ts';
import type { Mail } from './mail.ts';

export interface MailedEvent extends MailRequest {
  readonly kind: MailedKind;
  /** A provider's name, a sign-in method, or those of two steps (`joinMethods`); `null`: it has none. */
  readonly method: string | null;
  readonly label: string | null;
  /** A connection has the provider's name. */
  readonly additions?: readonly Addition[] | undefined;
}

const ACTIVITY_PATH = '/account/activity';
const DEVICES_PATH = '/account/devices';

const NAMES_METHOD: ReadonlySet<MailedKind> = new Set([
  'sign-in',
  'security-review-due',
  'first-factor-passed',
]);

/** After these events a user may need a new password. */
const ABOUT_PASSWORDS: ReadonlySet<MailedKind> = new Set([
  'password-changed',
  'password-reset',
  'password-removed',
  'email-change-undone',
  'authenticator-app-removed',
  'recovery-code-used',
  'first-factor-passed',
]);

export function securityMail(
  input: MailInput & {
    readonly event: MailedEvent;
    /** The page that undoes the change, stops it before it is made, or accepts the invitation. */
    readonly undoPath?: string | undefined;
  },
): Mail {
  const { event, undoPath } = input;
  const context = mailContextOf(input);
  const { texts, brand } = context;
  const { title, what, advice } = texts.security[event.kind]({
    name: brand.name,
    host: brand.host,
    method: methodName(texts, event.method),
    label: event.label === null ? null : oneLine(event.label),
  });
  return composeMail(event.kind, context, {
    title,
    lead: [what],
    facts: factsOf(texts, event),
    ...(event.additions && { list: listOf(texts, event.additions) }),
    advice: [advice],
    ...(event.kind === 'account-suspended'
      ? supportOf(texts, brand)
      : { button: buttonOf(texts, event.kind, { name: brand.name, undoPath }) }),
    ...linkOf(texts, event.kind, undoPath),
  });
}

function linkOf({ buttons }: MailTexts, kind: MailedKind, undoPath: string | undefined): { link?: Target } {
  // An invited person has no activity yet.
  if (kind === 'account-created') return {};
  if (undoPath !== undefined || kind === 'security-review-due' || kind === 'client-sign-in')
    return { link: { label: buttons.activity, path: ACTIVITY_PATH } };
  if (ABOUT_PASSWORDS.has(kind)) return { link: { label: buttons.choosePassword, path: '/forgot-password' } };
  return {};
}

/** No page is open to a suspended person. */
function supportOf({ buttons }: MailTexts, { links: { support } }: MailBrand): { button?: Target } {
  return support === undefined ? {} : { button: { label: buttons.support, address: support } };
}

function buttonOf(
  { buttons, undoChange }: MailTexts,
  kind: MailedKind,
  { name, undoPath }: { name: string; undoPath: string | undefined },
): Target {
  if (undoPath !== undefined) {
    const labels: Partial<Record<MailedKind, string>> = {
      'second-factor-removal-requested': buttons.stopRemoval,
      'account-created': buttons.acceptInvitation,
    };
    return { label: labels[kind] ?? undoChange, path: undoPath };
  }
  if (kind === 'security-review-due') return { label: buttons.checkAccount, path: SECURITY_REVIEW_PATH };
  // The page can sign the app out.
  if (kind === 'client-sign-in') return { label: buttons.devices, path: DEVICES_PATH };
  if (kind === 'account-deleted') return { label: buttons.goTo(name), path: '/' };
  return { label: buttons.activity, path: ACTIVITY_PATH };
}

function factsOf(texts: MailTexts, event: MailedEvent): Fact[] {
  const { facts } = texts;
  const { kind, method, at } = event;
  const place = formatPlace(texts, event);
  return [
    [facts.when, formatTime(texts, at)],
    ...(place === '' ? [] : [[facts.where, place] as const]),
    ...(NAMES_METHOD.has(kind) && method !== null ? [[facts.how, methodName(texts, method)] as const] : []),
  ];
}

function listOf(texts: MailTexts, additions: readonly Addition[]): { lead: string; lines: string[] } {
  const { lead, connection, phone, passkey } = texts.additions;
  const lines = additions.map((each) => {
    const at = formatTime(texts, each.addedAt);
    if (each.kind === 'phone') return phone(each.lastDigits, at);
    if (each.kind === 'passkey') return passkey(oneLine(each.name), at);
    return connection(oneLine(each.provider), oneLine(each.label), at);
  });
  return { lead, lines };
}

function methodName(texts: MailTexts, method: string | null): string {
  if (method === null) return '';
  const names: Readonly<Record<string, string>> = texts.methods;
  const parts = splitMethods(method).map((each) =>
    Object.hasOwn(names, each) ? (names[each] ?? each) : oneLine(each),
  );
  return new Intl.ListFormat(texts.dateLocale, { type: 'conjunction' }).format(parts);
}
