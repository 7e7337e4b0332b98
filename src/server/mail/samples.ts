import { ObjectId } from 'mongodb';
import type { MailedKind } from '../../locales/security-words.ts';
import type { Locale } from '../../shared/locale.ts';
import type { MailSettings } from './compose-mail.ts';
import { addressTakenMail, confirmEmailMail } from './email-mails.ts';
import type { MailRequest } from './facts.ts';
import type { MailKind } from './mail-kinds.ts';
import type { Mail } from './mail.ts';
import { noAccountMail, passwordResetMail, reauthenticationMail } from './password-mails.ts';
import { securityMail, type MailedEvent } from './security-mails.ts';
import { alreadySignedUpMail, signInMail, signUpMail, type SignInMailInput } from './templates.ts';
import { testMail } from './test-mail.ts';
import { webhookChangedMail, webhookDisabledMail } from './webhook-mails.ts';

type Sample = (settings: MailSettings, locale: Locale) => Mail;

const REQUEST: MailRequest = {
  at: new Date('2026-11-21T09:14:00.000Z'),
  ip: '203.0.113.7',
  device: { browser: 'Chrome', system: 'Linux' },
};
const TOKEN = 'q7Jx2hK9sVwYb4TzRm1NcEoPaLd8UfGi3CkS5vB6nWM';
const DATE = new Date('2026-11-02T18:30:00.000Z');

const addressed = (settings: MailSettings, locale: Locale) => ({
  to: 'ada@example.com',
  settings,
  locale,
  requestedFrom: REQUEST,
});

const linkAndCode = (
  make: (input: SignInMailInput) => Mail,
  details: Partial<Pick<SignInMailInput, 'code' | 'connects'>> = {},
): Sample => {
  const link = `/confirm?${new URLSearchParams({ email: 'ada@example.com', token: TOKEN }).toString()}`;
  return (settings, locale) =>
    make({ ...addressed(settings, locale), link, code: '042137', expiresHours: 24, ...details });
};

const about =
  (kind: MailedKind, details: Partial<MailedEvent> = {}, undoPath?: string): Sample =>
  (settings, locale) => {
    const event = { ...REQUEST, kind, method: null, label: null, ...details };
    return securityMail({ ...addressed(settings, locale), event, undoPath });
  };

const webhookDisabled =
  (by: 'gone' | 'failing'): Sample =>
  (settings, locale) =>
    webhookDisabledMail({
      ...addressed(settings, locale),
      endpoint: { id: '6a1f0c2b9d8e7f6a5b4c3d2e', url: 'https://app.example.com/webhooks' },
      by,
      at: DATE,
    });

const webhookChanged =
  (change: Partial<Parameters<typeof webhookChangedMail>[0]['change']> = {}): Sample =>
  (settings, locale) =>
    webhookChangedMail({
      ...addressed(settings, locale),
      url: 'https://app.example.com/webhooks',
      change: {
        action: 'webhook-updated',
        actor: { kind: 'service-key', keyId: new ObjectId('6a1f0c2b9d8e7f6a5b4c3d2f'), name: 'Back office' },
        at: DATE,
        ip: REQUEST.ip,
        before: { url: 'https://old.example.com/webhooks' },
        after: { url: 'https://app.example.com/webhooks' },
        ...change,
      },
    });

/** For `/dev/mails`, the brand studio and the tests. A new kind does not compile before it has a sample. */
export const KIND_SAMPLES: Readonly<Record<MailKind, Sample>> = {
  'sign-in-link': linkAndCode(signInMail),
  'connect-link': linkAndCode(signInMail, { connects: 'GitHub' }),
  'sign-up-link': linkAndCode(signUpMail),
  'already-signed-up': linkAndCode(alreadySignedUpMail),
  'confirm-email': (settings, locale) =>
    confirmEmailMail({ ...addressed(settings, locale), token: TOKEN, code: '042137' }),
  'address-taken': (settings, locale) => addressTakenMail(addressed(settings, locale)),
  reauthentication: (settings, locale) =>
    reauthenticationMail({ ...addressed(settings, locale), code: '042137', minutes: 10 }),
  'password-reset-link': (settings, locale) =>
    passwordResetMail({ ...addressed(settings, locale), path: `/reset-password?token=${TOKEN}` }),
  'no-account': (settings, locale) => noAccountMail(addressed(settings, locale)),
  test: (settings, locale) => testMail(addressed(settings, locale)),
  'webhook-disabled': webhookDisabled('failing'),
  'webhook-changed': webhookChanged(),
  'sign-in': about('sign-in', { method: 'email-code' }),
  'client-sign-in': about('client-sign-in', { label: 'Barley Shop' }),
  'client-token-reused': about('client-token-reused', { label: 'Barley Shop' }),
  'account-linked': about('account-linked', { method: 'GitHub', label: 'ada' }),
  'account-unlinked': about('account-unlinked', { method: 'GitHub', label: 'ada' }),
  'password-set': about('password-set'),
  'password-changed': about('password-changed'),
  'password-reset': about('password-reset'),
  'password-removed': about('password-removed'),
  'phone-verified': about('phone-verified'),
  'phone-removed': about('phone-removed'),
  'phone-taken': about('phone-taken', { label: '78' }),
  'email-added': about('email-added'),
  'email-changed': about('email-changed', { label: 'ada@new.example' }, `/undo-email?token=${TOKEN}`),
  'email-change-undone': about('email-change-undone', { label: 'ada@example.com' }),
  'access-token-created': about('access-token-created', { label: 'Backup script' }),
  'account-deleted': about('account-deleted'),
  'security-review-due': about('security-review-due', {
    method: 'email-link',
    additions: [
      { kind: 'connection', provider: 'GitHub', label: 'ada', addedAt: DATE },
      { kind: 'phone', lastDigits: '78', addedAt: DATE },
      { kind: 'passkey', name: 'iCloud Keychain', addedAt: DATE },
    ],
  }),
  'unverified-methods-removed': about('unverified-methods-removed'),
  'passkey-added': about('passkey-added', { label: 'iCloud Keychain' }),
  'passkey-removed': about('passkey-removed', { label: 'iCloud Keychain' }),
  'authenticator-app-added': about('authenticator-app-added', { label: 'Work phone' }),
  'authenticator-app-removed': about('authenticator-app-removed', { label: 'Work phone' }),
  'recovery-codes-created': about('recovery-codes-created'),
  'recovery-code-used': about('recovery-code-used', { label: '7' }),
  'first-factor-passed': about('first-factor-passed', { method: 'password' }),
  'second-factor-removal-requested': about(
    'second-factor-removal-requested',
    { label: 'Lost phone, ticket 4711' },
    `/stop-second-factor-removal?token=${TOKEN}`,
  ),
  'second-factor-removal-stopped': about('second-factor-removal-stopped'),
  'second-factor-removed': about('second-factor-removed'),
  'account-created': about('account-created', {}, `/confirm?email=ada%40example.com&token=${TOKEN}`),
  'account-suspended': about('account-suspended', { label: 'Spam' }),
  'account-resumed': about('account-resumed'),
  'roles-changed': about('roles-changed', { label: 'accountant' }),
  'sessions-ended-by-administrator': about('sessions-ended-by-administrator', { label: 'A stolen laptop' }),
  'impersonation-started': about('impersonation-started', { label: 'Ticket 4711' }),
};

/** One sample of each kind, and those that look different. */
export const MAIL_SAMPLES: Readonly<Record<string, Sample>> = {
  ...KIND_SAMPLES,
  'sign-in-link-without-code': linkAndCode(signInMail, { code: null }),
  'sign-in-with-two-steps': about('sign-in', { method: 'password + totp' }),
  'webhook-disabled-gone': webhookDisabled('gone'),
  'webhook-changed-deleted': webhookChanged({
    action: 'webhook-deleted',
    actor: { kind: 'server' },
    ip: null,
  }),
  'recovery-code-used-few-left': about('recovery-code-used', { label: '2' }),
};
