import { expect, it } from 'vitest';
import { NO_BRAND } from '../settings/brand.ts';
import { securityMail, type MailedEvent } from './security-mails.ts';

const EVENT: MailedEvent = {
  kind: 'sign-in',
  method: 'email-code',
  label: null,
  at: new Date('2026-11-20T21:05:00.000Z'),
  ip: '203.0.113.7',
  device: { browser: 'Firefox', system: 'Linux' },
};

function mailOf(event: Partial<MailedEvent> = {}, more: Partial<Parameters<typeof securityMail>[0]> = {}) {
  return securityMail({
    to: 'alice@example.com',
    settings: { origin: 'https://accounts.example.com', basePath: '', brand: NO_BRAND },
    locale: 'en',
    event: { ...EVENT, ...event },
    ...more,
  });
}

it('contains the event, its time and place, and a link to the activity', () => {
  expect(mailOf()).toMatchObject({
    to: 'alice@example.com',
    subject: 'New sign-in at accounts.example.com',
  });
  expect(mailOf().text).toBe(
    [
      'New sign-in at accounts.example.com',
      'Somebody signed in to your account on a device that was not used for it\nbefore.',
      'When: 20 November 2026 at 21:05\u00a0UTC\nWhere: Firefox on Linux, 203.0.113.7\nHow: code in a mail',
      'If this was not you, end that session, then check your sign-in methods.',
      'See your activity:',
      'https://accounts.example.com/account/activity',
      'You get this mail because this is the address of an account at\naccounts.example.com.\n',
    ].join('\n\n'),
  );
});

it('names both steps of a sign-in with a second factor', () => {
  const method = 'password + totp';
  expect(mailOf({ method }).text).toContain('How: password and code of an authenticator app');
  expect(mailOf({ method }, { locale: 'de' }).text).toContain(
    'Wie: Passwort und Code einer Authenticator-App',
  );
  expect(mailOf({ method: 'Acme + recovery-code' }).text).toContain('How: Acme and recovery code');
});

it.each([
  ['7', '7 codes are left.', false],
  ['2', '2 codes are left.', true],
  ['1', 'One code is left.', true],
  ['0', '0 codes are left.', true],
])('says that %s recovery codes are left, and asks for new ones when they are few', (label, words, isFew) => {
  const text = mailOf({ kind: 'recovery-code-used', label }).text.replaceAll('\n', ' ');
  expect(text).toContain(words);
  expect(text.includes('Create new ones soon')).toBe(isFew);
});

it('stops the removal of the second factors by its button, and links to the activity', () => {
  const { text } = mailOf(
    { kind: 'second-factor-removal-requested', label: 'Lost phone' },
    { undoPath: '/stop-second-factor-removal?token=abc' },
  );
  expect(text).toContain(
    'Stop the removal:\n\nhttps://accounts.example.com/stop-second-factor-removal?token=abc',
  );
  expect(text).toContain('https://accounts.example.com/account/activity');
  expect(text.replaceAll('\n', ' ')).toContain('with this reason: “Lost phone”');
});

it('leads to the devices after a sign-in to an app, where it can be signed out', () => {
  const { text } = mailOf({ kind: 'client-sign-in', label: 'Barley Shop' });
  expect(text).toContain('See your devices:\n\nhttps://accounts.example.com/account/devices');
});

it('is in German for a German user', () => {
  const { subject, text, html } = mailOf({}, { locale: 'de' });
  expect(subject).toBe('Neue Anmeldung bei accounts.example.com');
  expect(text).toContain(
    'Wann: 20. November 2026 um 21:05\u00a0UTC\nWo: Firefox unter Linux, 203.0.113.7\nWie: Code in einer E-Mail',
  );
  expect(html).toContain('<html lang="de" dir="ltr">');
});

it('runs from right to left for an Arabic user, with names and addresses in their own direction', () => {
  const { subject, text, html } = mailOf({}, { locale: 'ar' });
  expect(subject).toBe('تسجيل دخول جديد لدى \u2068accounts.example.com\u2069');
  expect(text).toContain('\u206820 نوفمبر 2026 في 21:05\u00a0UTC\u2069');
  expect(text).toContain('\u2068Firefox\u2069 على \u2068Linux\u2069');
  expect(html).toContain('<html lang="ar" dir="rtl">');
});

it('is in English for an unknown language', () => {
  expect(mailOf({}, { locale: undefined }).text).toBe(mailOf().text);
});

it.each([
  [{ device: { browser: 'curl', system: null } }, 'Where: curl, 203.0.113.7'],
  [{ device: { browser: null, system: null } }, 'Where: 203.0.113.7'],
  [{ device: { browser: null, system: 'Windows' }, ip: null }, 'Where: Windows'],
  [{ device: { browser: ' ', system: null }, ip: null }, undefined],
])('contains the known parts of the place: %j', (event, line) => {
  expect(
    mailOf(event)
      .text.split('\n')
      .find((each) => each.startsWith('Where')),
  ).toBe(line);
});

it('escapes texts of other users and providers, and keeps them on one line (CVE-2022-31127)', () => {
  const evil = '<a href="https://evil.example">press here</a>\r\n\nBcc: x@evil.example\u202e';
  const { html, text, subject } = mailOf({ kind: 'access-token-created', label: evil });
  expect(html).not.toContain('<a href="https://evil');
  expect(html).toContain('&lt;a href=&quot;https://evil.example&quot;&gt;');
  expect(text.replaceAll('\n', ' ')).toContain(
    'the token “<a href="https://evil.example">press here</a> Bcc: x@evil.example” can act',
  );
  expect(subject).toBe('An access token was created at accounts.example.com');
  expect(mailOf({ kind: 'account-linked', method: evil }).subject).not.toMatch(/[\r\n]/);
});

it('leads a suspended person to the support, or nowhere: no page is open to them', () => {
  const support = 'https://help.example.com/';
  const suspended = (brand: typeof NO_BRAND) =>
    mailOf(
      { kind: 'account-suspended' },
      { settings: { origin: 'https://accounts.example.com', basePath: '', brand } },
    );
  expect(suspended({ ...NO_BRAND, links: { support } }).text).toContain(`Contact support:\n\n${support}`);
  for (const form of [suspended(NO_BRAND).text, suspended(NO_BRAND).html])
    expect(form).not.toContain('https://');
});
