import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PhoneSignIn } from '../../../shared/signed-out-page.ts';
import { signedIn } from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const phoneSignIn: PhoneSignIn = {
  countries: [
    { country: 'AT', callingCode: '43', name: 'Austria' },
    { country: 'DE', callingCode: '49', name: 'Germany' },
  ],
  country: 'DE',
  hasOutbox: false,
};
const NUMBER = '+49 1512 3456789';
const CODE_PAGE = '/sign-in/phone?phone=%2B49+1512+3456789&callbackUrl=%2Faccount%2Fdevices';

function render(address: string, session: NonNullable<Answers['session']>, parts: Partial<PhoneSignIn> = {}) {
  const page = { offersPhone: true, phoneSignIn: { ...phoneSignIn, ...parts } };
  return renderApp(address, { session, providers: { list: () => [] } }, { page });
}

const numberField = () => screen.findByRole<HTMLInputElement>('textbox', { name: 'Phone number' });
const codeField = () => screen.findByLabelText('Code from the text message');

test('requests a code for the number and its country, and asks for it', async () => {
  using app = render('/sign-in/phone?callbackUrl=%2Faccount%2Fdevices', {
    requestPhoneCode: () => ({ e164: '+4915123456789', international: NUMBER, resendAfter: 30 }),
  });
  await app.user.type(await numberField(), '01512 3456789{Enter}');
  expect(await screen.findByRole('heading', { name: 'Check your phone' })).toBeDefined();
  expect(app.address()).toBe(CODE_PAGE);
  // Spaces depend on whether the rules of the countries were loaded by then.
  const phone = expect.stringMatching(/^0 ?1 ?5 ?1 ?2 ?3 ?4 ?5 ?6 ?7 ?8 ?9$/);
  expect(app.inputsOf('session.requestPhoneCode')[0]).toEqual({ country: 'DE', phone });
  expect(document.activeElement).toBe(await codeField());
  expect(screen.getByRole('button', { name: 'Send it again in 30 s' })).toBeDefined();
});

test('asks for a number before it sends anything', async () => {
  using app = render('/sign-in/phone', {});
  await app.user.click(await screen.findByRole('button', { name: 'Send a code' }));
  expect(screen.getByText('Enter your phone number.')).toBeDefined();
  expect(document.activeElement).toBe(await numberField());
  expect(app.inputsOf('session.requestPhoneCode')).toEqual([]);
});

test('shows the fault of a number at its field, which takes the focus', async () => {
  using app = render('/sign-in/phone', {
    requestPhoneCode: failWith('PHONE_TOO_SHORT', {
      issues: [{ path: ['phone'], key: 'phone-too-short', message: 'too short' }],
    }),
  });
  await app.user.type(await numberField(), '01{Enter}');
  await waitFor(async () => expect((await numberField()).getAttribute('aria-invalid')).toBe('true'));
  expect(document.activeElement).toBe(await numberField());
  expect(screen.queryByRole('alert')).toBeNull();
});

test('formats a number that was typed before the rules of the countries had loaded', async () => {
  using _app = render('/sign-in/phone', {});
  const field = await numberField();
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: '+436641234567' } });
  expect(field.value).toBe('+436641234567');
  await waitFor(() => expect(field.value).toBe('+43 664 1234567'));
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: 'Country' }).value).toBe('AT');
});

test('leaves the unfinished text of an input method as it is when the rules have loaded', async () => {
  using _app = render('/sign-in/phone', {});
  const field = await numberField();
  fireEvent.focus(field);
  fireEvent.input(field, { target: { value: '01512' } });
  fireEvent.input(field, { target: { value: '015123456789' }, isComposing: true });
  await import('../../ui/phone/phone-input.ts');
  expect(field.value).toBe('015123456789');
  fireEvent.input(field, { target: { value: '0151234567890' } });
  await waitFor(() => expect(field.value).toBe('0151 23 4567890'));
});

test('signs in with the code and goes to the callback URL', async () => {
  using app = render(CODE_PAGE, { signInWithPhoneCode: signedIn });
  await app.fill(await codeField(), '123456');
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  expect(app.inputsOf('session.signInWithPhoneCode')).toContainEqual({
    phone: NUMBER,
    code: '123456',
    callbackUrl: '/account/devices',
  });
});

test.each([
  ['CODE_INVALID', 'Check the six digits in the newest text message.'],
  ['CODE_DEAD', 'Ask for a new one.'],
] as const)('explains %s in the words of a text message', async (code, hint) => {
  using app = render(CODE_PAGE, { signInWithPhoneCode: failWith(code) });
  await app.fill(await codeField(), '123456');
  expect(await screen.findByText(new RegExp(hint))).toBeDefined();
  if (code === 'CODE_DEAD') expect(screen.getByRole('alert').textContent).toContain('Unable to sign in');
});

test('sends another code to the same number, and clears the field', async () => {
  using app = render(CODE_PAGE, {
    requestPhoneCode: () => ({ e164: '+4915123456789', international: NUMBER, resendAfter: 0 }),
    signInWithPhoneCode: failWith('CODE_INVALID'),
  });
  window.history.replaceState({ resendAfter: 0 }, '', CODE_PAGE);
  await app.reload();
  await app.fill(await codeField(), '111111');
  await screen.findByText(/This code is not right/);
  await app.user.click(await screen.findByRole('button', { name: 'Send it again' }));
  expect(await screen.findByText('A new code is on its way. Older ones no longer work.')).toBeDefined();
  expect(screen.queryByText(/This code is not right/)).toBeNull();
  expect(document.activeElement).toBe(await codeField());
  expect(app.inputsOf('session.requestPhoneCode')).toContainEqual({ phone: NUMBER });
});

test('leads back to the other ways, and to another number, with the callback URL', async () => {
  using app = render(CODE_PAGE, {});
  await app.user.click(await screen.findByRole('link', { name: 'Use another number' }));
  expect(await numberField()).toBeDefined();
  const link = screen.getByRole('link', { name: 'Sign in another way' });
  expect(link.getAttribute('href')).toBe('/sign-in?callbackUrl=%2Faccount%2Fdevices');
});

test.each([true, false])('links to the outbox: %s', async (hasOutbox) => {
  using app = render(CODE_PAGE, {}, { hasOutbox });
  await codeField();
  expect(app.queryByRole('link', { name: 'the outbox' }) !== null).toBe(hasOutbox);
});
