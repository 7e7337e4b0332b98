import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { EmailStatus } from '../../../shared/schemas/email.ts';
import { makeIssue } from '../../../shared/issues.ts';
import { aSession, anEmailStatus } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const WANTED = 'new@example.com';
const EXPIRES = '2026-11-21T09:00:00.000Z';
const PENDING = { email: WANTED, expires: EXPIRES };
const NONE: EmailStatus = { email: null, verified: false, pending: null };

function open(email: Answers['email'], path = '/account') {
  return renderApp(path, {
    session: { get: () => aSession() },
    email: { change: () => ({ email: WANTED, expires: EXPIRES, resendAfter: 30 }), ...email },
  });
}

const button = (name: string) => screen.findByRole('button', { name });

test('changes the address after its code was entered', async () => {
  using app = open({ confirmWithCode: () => anEmailStatus({ email: WANTED }) });
  await app.user.click(await button('Change email address'));
  const field = await screen.findByLabelText('New email address');
  expect(document.activeElement).toBe(field);
  expect(field.getAttribute('autocomplete')).toBe('email');
  expect(screen.getByText(/Until you confirm it, ada@example.com stays your address\./)).toBeDefined();
  await app.fill(field, 'new@example.com');
  await app.user.click(screen.getByRole('button', { name: 'Send the mail' }));

  const code = await screen.findByLabelText('Code from the mail');
  expect(document.activeElement).toBe(code);
  expect(app.inputsOf('email.change')[0]).toEqual({ email: WANTED });
  expect(screen.getByText('ada@example.com', { exact: false })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Send it again in 30 s' }).hasAttribute('disabled')).toBe(true);
  await app.user.click(code);
  await app.user.paste('123 456');
  const done = await screen.findByText('Your email address is new@example.com now.');
  expect(app.inputsOf('email.confirmWithCode')[0]).toEqual({ code: '123456' });
  const notice = done.closest('[role="status"]');
  expect(notice?.textContent).toContain('it can undo the change for seven days.');
  expect(screen.getByRole('link', { name: 'Look at them' }).getAttribute('href')).toBe('/account/devices');
  expect(screen.queryByLabelText('Code from the mail')).toBeNull();
});

test('a late answer leaves the person in the row that they opened meanwhile', async () => {
  let answer = () => {};
  const answered = new Promise<void>((resolve) => (answer = resolve));
  using app = open({
    change: () => answered.then(() => ({ email: WANTED, expires: EXPIRES, resendAfter: 30 })),
  });
  await app.user.click(await button('Change email address'));
  await app.fill(await screen.findByLabelText('New email address'), `${WANTED}{Enter}`);
  await app.user.click(await button('Change name'));
  await app.user.keyboard('Augusta');
  answer();
  await screen.findByText('Not confirmed yet: new@example.com');
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' }));
});

test('adds a first address without mentioning a former one', async () => {
  using app = open({ get: () => NONE, confirmWithCode: () => anEmailStatus({ email: WANTED }) });
  await app.user.click(await button('Add an email address'));
  await app.fill(await screen.findByLabelText('Your email address'), `${WANTED}{Enter}`);
  await app.fill(await screen.findByLabelText('Code from the mail'), '123456');
  const done = await screen.findByText('Your email address is new@example.com now.');
  expect(done.closest('[role="status"]')?.textContent).not.toContain('seven days');
});

test('confirms an unverified address without changing it', async () => {
  using app = open({
    get: () => anEmailStatus({ verified: false }),
    change: () => ({ email: 'ada@example.com', expires: EXPIRES, resendAfter: 30 }),
  });
  expect(await screen.findByText('Unverified')).toBeDefined();
  await app.user.click(await button('Confirm this address'));
  expect(await screen.findByLabelText('Code from the mail')).toBeDefined();
  expect(app.inputsOf('email.change')[0]).toEqual({ email: 'ada@example.com' });
});

test('shows a pending change after a reload, with buttons to resend and to cancel', async () => {
  using app = open({ get: () => anEmailStatus({ pending: PENDING }), cancel: () => anEmailStatus() });
  expect(await screen.findByLabelText('Code from the mail')).not.toBe(document.activeElement);
  await app.user.click(await button('Send it again'));
  expect(await screen.findByText(/The older link and code no longer work\./)).toBeDefined();
  await app.user.click(await button('Cancel'));
  expect(await screen.findByText(/Your address stays as it is\./)).toBeDefined();
  expect(screen.queryByLabelText('Code from the mail')).toBeNull();
  expect(await button('Change email address')).toBeDefined();
});

test('closes the code form with Escape and keeps the change that waits for its code', async () => {
  using app = open({});
  await app.user.click(await button('Change email address'));
  await app.fill(await screen.findByLabelText('New email address'), `${WANTED}{Enter}`);
  await app.fill(await screen.findByLabelText('Code from the mail'), '12{Escape}');
  expect(screen.queryByLabelText('Code from the mail')).toBeNull();
  expect(screen.getByText('Not confirmed yet: new@example.com')).toBeDefined();
  expect(app.inputsOf('email.cancel')).toEqual([]);
  const opener = await button('Enter the code');
  expect(document.activeElement).toBe(opener);
  const later = Date.now() + 20_000;
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
  await app.user.click(opener);
  expect(document.activeElement).toBe(await screen.findByLabelText('Code from the mail'));
  expect(screen.getByRole('button', { name: /^Send it again in (10|9|8) s$/ })).toBeDefined();
  clock.mockRestore();
});

test('marks a refused or missing address and returns the focus after Cancel', async () => {
  using app = open({ change: failWith('INVALID_INPUT', { issues: [makeIssue('email', 'address-yours')] }) });
  await app.user.click(await button('Change email address'));
  const field = await screen.findByLabelText('New email address');
  await app.user.keyboard('{Enter}');
  expect(screen.getByText('Enter the address.')).toBeDefined();
  await app.fill(field, 'ada@example.com{Enter}');
  expect(await screen.findByText('This is your address already.')).toBeDefined();
  await app.fill(field, 'x');
  expect(screen.queryByText('This is your address already.')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(document.activeElement).toBe(await button('Change email address')));
});

test('opens the form with the stored address when the server refuses it after a return from a provider', async () => {
  const record = { userId: 'user-1', keptAt: Date.now(), kind: 'change-email', input: { email: WANTED } };
  sessionStorage.setItem('foyer.action-to-resume', JSON.stringify(record));
  using app = open({ change: failWith('UNAVAILABLE') }, '/account?outcome=verified&provider=demo-one');
  await screen.findByRole('alert');
  await app.user.click(await button('Change email address'));
  expect((await screen.findByLabelText<HTMLInputElement>('New email address')).value).toBe(WANTED);
});

const LINK = '/confirm-email?token=a-token-of-a-link-43-characters-long-aaaaaa';

test('asks before the link confirms and names the account', async () => {
  using app = open(
    { get: () => anEmailStatus({ pending: PENDING }), confirm: () => anEmailStatus({ email: WANTED }) },
    LINK,
  );
  expect(await screen.findByRole('heading', { name: 'Use this address?' })).toBeDefined();
  expect(screen.getByText('new@example.com')).toBeDefined();
  expect(screen.getByText(/Ada Lovelace, ada@example.com/)).toBeDefined();
  await waitFor(() => expect(app.address()).toBe('/confirm-email'));
  expect(app.inputsOf('email.confirm')).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Use this address' }));
  expect(await screen.findByRole('heading', { name: 'Your address is confirmed' })).toBeDefined();
  expect(app.inputsOf('email.confirm')[0]).toEqual({ token: 'a-token-of-a-link-43-characters-long-aaaaaa' });
  expect(screen.getByText(/it can undo the change for seven days\./)).toBeDefined();
});

test('asks to sign in when the link is opened without a session', async () => {
  using app = renderApp(LINK);
  expect(await screen.findByRole('heading', { name: 'Sign in to confirm your address' })).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Use this address' })).toBeNull();
  await waitFor(() => expect(app.address()).toBe('/confirm-email'));
  const link = screen.getByRole('link', { name: 'Sign in' });
  expect(link.getAttribute('href')).toBe('/sign-in?callbackUrl=%2Faccount');
  expect(app.inputsOf('email.confirm')).toEqual([]);
});

test.each([
  ['nothing waits', LINK, anEmailStatus(), null],
  ['the link was cut off', '/confirm-email', anEmailStatus({ pending: PENDING }), null],
  ['it is another one', LINK, anEmailStatus({ pending: PENDING }), 'EMAIL_LINK_INVALID'],
  ['somebody else has it', LINK, anEmailStatus({ pending: PENDING }), 'EMAIL_TAKEN'],
] as const)('explains a link that cannot confirm: %s', async (_name, path, status, code) => {
  using app = open({ get: () => status, confirm: failWith(code ?? 'INTERNAL') }, path);
  if (code) await app.user.click(await screen.findByRole('button', { name: 'Use this address' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText(`Code: ${code ?? 'EMAIL_LINK_INVALID'}`, { exact: false })).toBeDefined();
  expect(screen.getByText('The address of your account is ada@example.com.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'Go to your profile' }).getAttribute('href')).toBe('/account');
});

const UNDO = '/undo-email?token=a-token-of-a-link-43-characters-long-aaaaaa';

test('asks before the undo, explains it and links to the next security steps', async () => {
  using app = renderApp(UNDO, { email: { undo: () => ({ email: 'ada@example.com' }) } });
  expect(await screen.findByRole('heading', { name: 'Get your address back?' })).toBeDefined();
  expect(screen.getAllByRole('listitem')).toHaveLength(3);
  await waitFor(() => expect(app.address()).toBe('/undo-email'));
  expect(app.inputsOf('email.undo')).toEqual([]);
  await app.user.click(screen.getByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByRole('heading', { name: 'Your address is back' })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe(
    '/sign-in?email=ada%40example.com&callbackUrl=%2Faccount%2Fsign-in-methods',
  );
  expect(screen.getByRole('link', { name: 'Choose a new password' }).getAttribute('href')).toBe(
    '/forgot-password?email=ada%40example.com',
  );
});

test.each([
  ['/undo-email', null],
  [UNDO, 'EMAIL_UNDO_INVALID'],
  [UNDO, 'EMAIL_TAKEN'],
] as const)('explains an undo link that does not work: %s, %s', async (path, code) => {
  using app = renderApp(path, { email: { undo: failWith(code ?? 'INTERNAL') } });
  if (code) await app.user.click(await screen.findByRole('button', { name: 'Undo the change' }));
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeDefined();
  expect(screen.getByText(`Code: ${code ?? 'EMAIL_UNDO_INVALID'}`, { exact: false })).toBeDefined();
  expect(screen.getByRole('link', { name: 'Sign in' })).toBeDefined();
});
