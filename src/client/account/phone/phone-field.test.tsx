import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  countryField,
  openPhoneForm,
  openPhoneSection,
  valueOf,
} from '../../../testing/client/phone-section.tsx';
import { failWith } from '../../../testing/client/render-app.tsx';

test('shows a fault after blur, not during typing', async () => {
  using app = openPhoneSection({});
  const field = await openPhoneForm(app);
  await app.user.type(field, '030');
  expect(field.getAttribute('aria-invalid')).not.toBe('true');
  await app.user.tab();
  expect(await screen.findByText(/This number is too short\./)).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  await app.user.type(field, '1');
  expect(screen.queryByText(/This number is too short\./)).toBeNull();
});

test.each([
  ['', 'Enter your phone number.'],
  ['1', /This number is too short\./],
  ['+49 30 123456789012345678', /This number is too long\./],
  ['1-800-FLOWERS', /This is not a phone number\./],
  ['+999 12345678', /The country of this number is not known\./],
])('"%s" is not sent: %s', async (text, sentence) => {
  using app = openPhoneSection({});
  const field = await openPhoneForm(app);
  if (text !== '') await app.user.type(field, text);
  await app.user.keyboard('{Enter}');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(app.inputsOf('phone.set')).toEqual([]);
});

test('lets a person without a default country choose one by name or calling code', async () => {
  using app = openPhoneSection({}, {}, ['en']);
  const field = await openPhoneForm(app);
  expect(valueOf(countryField())).toBe('');
  await app.user.type(field, '03012345678{Enter}');
  expect(await screen.findByText(/The country of this number is not known\./)).toBeDefined();
  await app.user.click(countryField());
  await app.user.keyboard('+49');
  await screen.findByRole('option', { name: 'Germany (+49)' });
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(valueOf(countryField())).toBe('Germany (+49)');
  expect(field.value).toBe('030 12345678');
  expect(screen.queryByText(/The country of this number is not known\./)).toBeNull();
  await app.user.click(countryField());
  await app.user.keyboard('united');
  expect(screen.getByText(/^3 countries, first United Arab Emirates/).getAttribute('role')).toBe('status');
  await app.user.keyboard(' king');
  await app.user.click(await screen.findByRole('option', { name: 'United Kingdom (+44)' }));
  expect(valueOf(countryField())).toBe('United Kingdom (+44)');
});

test('the list of countries opens and closes by the keyboard', async () => {
  using app = openPhoneSection({});
  await openPhoneForm(app);
  const list = () => screen.queryByRole('listbox', { name: 'Country' });
  await app.user.click(countryField());
  expect(list()).not.toBeNull();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(list()).toBeNull());
  expect(document.activeElement).toBe(countryField());
  expect(valueOf(countryField())).toBe('Germany (+49)');
  await app.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(list()).not.toBeNull());
  expect(countryField().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'Germany (+49)' }).id,
  );
  await app.user.keyboard('xyz');
  expect(screen.getByText('No such country')).toBeDefined();
  await app.user.tab();
  await waitFor(() => expect(list()).toBeNull());
  await waitFor(() => expect(valueOf(countryField())).toBe('Germany (+49)'));
});

test.each([
  ['tel:+44-20-7946-0958', '+44 20 7946 0958', 'United Kingdom (+44)'],
  ['＋４４ ２０ ７９４６ ０９５８', '+44 20 7946 0958', 'United Kingdom (+44)'],
  ['030/123 456 78', '030 12345678', 'Germany (+49)'],
])('shows pasted %s as %s and selects its country', async (pasted, text, name) => {
  using app = openPhoneSection({});
  const field = await openPhoneForm(app);
  await app.user.paste(pasted);
  expect(field.value).toBe(text);
  expect(field.selectionStart).toBe(text.length);
  expect(valueOf(countryField())).toBe(name);
});

test('reads a number from autofill as a whole', async () => {
  using app = openPhoneSection({});
  const field = await openPhoneForm(app);
  fireEvent.change(field, { target: { value: '+12015550123' } });
  expect(field.value).toBe('+1 201 555 0123');
  expect(valueOf(countryField())).toBe('United States (+1)');
});

test('shows the server’s error at the field for the refused number only', async () => {
  using app = openPhoneSection({ set: failWith('PHONE_NOT_A_NUMBER') });
  const field = await openPhoneForm(app);
  await app.user.type(field, '03012345678{Enter}');
  expect(await screen.findByText(/This is not a phone number\./)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard('{End}9');
  expect(screen.queryByText(/This is not a phone number\./)).toBeNull();
});

test.each(['PHONE_SEND_FAILED', 'UNAVAILABLE'] as const)('%s is shown above the form', async (code) => {
  using app = openPhoneSection({ set: failWith(code) });
  await app.user.type(await openPhoneForm(app), '03012345678{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(`Code: ${code}`);
});
