import type { MailTexts } from '../../locales/texts.ts';
import type { MailedKind } from '../../locales/security-words.ts';

/** A mail about a security event has the kind of the event. */
export type MailKind =
  | 'sign-in-link'
  | 'connect-link'
  | 'sign-up-link'
  | 'already-signed-up'
  | 'confirm-email'
  | 'address-taken'
  | 'reauthentication'
  | 'password-reset-link'
  | 'no-account'
  | 'test'
  | 'webhook-disabled'
  | 'webhook-changed'
  | MailedKind;

type Reason = keyof MailTexts['footer']['reasons'];

/** The readers of these kinds may have no account; the readers of all others have one. */
const OTHER_REASONS: Readonly<Partial<Record<MailKind, Reason>>> = {
  'sign-in-link': 'entered',
  'connect-link': 'entered',
  'sign-up-link': 'entered',
  'already-signed-up': 'entered',
  'confirm-email': 'entered',
  'address-taken': 'entered',
  'password-reset-link': 'entered',
  'no-account': 'entered',
  'email-changed': 'formerAccount',
  'account-deleted': 'formerAccount',
};

export function reasonFor(kind: MailKind): Reason {
  return OTHER_REASONS[kind] ?? 'account';
}
