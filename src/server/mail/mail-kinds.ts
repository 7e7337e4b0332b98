import type { MailTexts } from '../../locales/texts.ts';
import type { MailedKind } from '../../locales/security-words.ts';

/** Every mail of Foyer. A mail about a security event has the kind of the event. */
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
  | 'webhook-disabled'
  | 'webhook-changed'
  | MailedKind;

type Reason = keyof MailTexts['footer']['reasons'];

/** Kinds whose reader may have no account. The readers of all others have one. */
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

/** Why a person gets a mail of this kind. */
export function reasonFor(kind: MailKind): Reason {
  return OTHER_REASONS[kind] ?? 'account';
}
