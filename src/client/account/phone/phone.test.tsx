import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import {
  aPasswordStatus,
  aPhoneStatus,
  aProfile,
  aSession,
  aVerifiedPhone,
  anAccount,
  PROVIDERS,
} from '../../../testing/client/answers.ts';
import { Failure, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const SENT = { e164: '+493012345678', international: '+49 30 12345678' };

/** A person in Germany; `languages` are their browser's. */
function open(phone: Answers['phone'], changes: Answers = {}, languages: readonly string[] = ['en-DE']) {
  const spy = vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  const app = renderApp('/account', {
    session: { get: () => aSession() },
    providers: { list: () => [...PROVIDERS] },
    profile: { get: () => aProfile() },
    accounts: { list: () => [anAccount()] },
    password: { get: () => aPasswordStatus() },
    phone: { get: () => aPhoneStatus(), set: () => ({ ...SENT, resendAfter: 30 }), ...phone },
    ...changes,
  });
  return {
    ...app,
    sent: (procedure: string) => app.calls.filter((call) => call.procedure === procedure),
    [Symbol.dispose]() {
      app[Symbol.dispose]();
      spy.mockRestore();
    },
  };
}

async function openForm(app: ReturnType<typeof open>): Promise<HTMLInputElement> {
  await app.user.click(await screen.findByRole('button', { name: /^(Add a|Change) phone number$/ }));
  return screen.findByLabelText('Phone number');
}
const country = () => screen.getByRole('combobox', { name: 'Country' });
const valueOf = (element: HTMLElement) => (element instanceof HTMLInputElement ? element.value : null);

test('sends a typed number and verifies it by its code', async () => {
  using app = open({ verify: () => aPhoneStatus({ phone: aVerifiedPhone() }) });
  const field = await openForm(app);
  expect(document.activeElement).toBe(field);
  expect(['type', 'inputmode', 'autocomplete'].map((name) => field.getAttribute(name))).toEqual([
    'tel',
    'tel',
    'tel',
  ]);
  expect(valueOf(country())).toBe('Germany (+49)');
  await app.user.type(field, '03012345678');
  expect(field.value).toBe('030 12345678');
  const preview = screen.getByText('+493012345678');
  expect(preview.closest('[aria-live="polite"]')).not.toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Send a code' }));

  const code = await screen.findByLabelText('Code from the text message');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(screen.getByText('+49 30 12345678')).toBeDefined();
  expect(app.sent('phone.set')[0]?.input).toEqual({ phone: '030 12345678', country: 'DE' });
  expect(screen.getByRole('button', { name: 'Send it again in 30 s' }).hasAttribute('disabled')).toBe(true);
  await app.user.click(code);
  await app.user.paste('123 456');
  expect(await screen.findByText('Your phone number is verified.')).toBeDefined();
  expect(app.sent('phone.verify')[0]?.input).toEqual({ code: '123456' });
  expect(screen.getByText('Since Oct 2, 2026')).toBeDefined();
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
});

test('sends a code that was typed while another one was checked', async () => {
  let refuse: (failure: Failure) => void = () => undefined;
  const firstAnswer = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  using app = open({
    verify: ({ code }: { code: string }) =>
      code === '111111' ? firstAnswer : aPhoneStatus({ phone: aVerifiedPhone() }),
  });
  await app.user.type(await openForm(app), '03012345678');
  await app.user.click(screen.getByRole('button', { name: 'Send a code' }));
  const code = await screen.findByLabelText('Code from the text message');
  await app.user.click(code);
  await app.user.paste('111111');
  await waitFor(() => expect(app.sent('phone.verify')).toHaveLength(1));
  await app.user.clear(code);
  await app.user.paste('222222');
  expect(app.sent('phone.verify')).toHaveLength(1);
  refuse(new Failure('CODE_INVALID'));
  expect(await screen.findByText('Your phone number is verified.')).toBeDefined();
  expect(app.sent('phone.verify').map(({ input }) => input)).toEqual([
    { code: '111111' },
    { code: '222222' },
  ]);
});

test('keeps the caret where a digit was typed', async () => {
  using app = open({}, {}, ['en-US']);
  const field = await openForm(app);
  await app.user.type(field, '2015550123');
  expect(field.value).toBe('(201) 555-0123');
  await app.user.type(field, '{Backspace}', { initialSelectionStart: 9, initialSelectionEnd: 9 });
  expect(field.value.replace(/\D/g, '')).toBe('201550123');
  expect(field.value.slice(0, field.selectionStart ?? 0).replace(/\D/g, '')).toBe('20155');
  await app.user.keyboard('5');
  expect(field.value).toBe('(201) 555-0123');
  expect(field.value.slice(0, field.selectionStart ?? 0)).toBe('(201) 555');
});

test('shows a fault after blur, not during typing', async () => {
  using app = open({});
  const field = await openForm(app);
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
  using app = open({});
  const field = await openForm(app);
  if (text !== '') await app.user.type(field, text);
  await app.user.keyboard('{Enter}');
  expect(await screen.findByText(sentence)).toBeDefined();
  expect(document.activeElement).toBe(field);
  expect(app.sent('phone.set')).toEqual([]);
});

test('lets a person without a default country choose one by name or calling code', async () => {
  using app = open({}, {}, ['en']);
  const field = await openForm(app);
  expect(valueOf(country())).toBe('');
  await app.user.type(field, '03012345678{Enter}');
  expect(await screen.findByText(/The country of this number is not known\./)).toBeDefined();
  await app.user.click(country());
  await app.user.keyboard('+49');
  await screen.findByRole('option', { name: 'Germany (+49)' });
  await app.user.keyboard('{Enter}');
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(valueOf(country())).toBe('Germany (+49)');
  expect(field.value).toBe('030 12345678');
  expect(screen.queryByText(/The country of this number is not known\./)).toBeNull();
  await app.user.click(country());
  await app.user.keyboard('united');
  expect(screen.getByText(/^3 countries, first United Arab Emirates/).getAttribute('role')).toBe('status');
  await app.user.keyboard(' king');
  await app.user.click(await screen.findByRole('option', { name: 'United Kingdom (+44)' }));
  expect(valueOf(country())).toBe('United Kingdom (+44)');
});

test('the list of countries opens and closes by the keyboard', async () => {
  using app = open({});
  await openForm(app);
  const list = () => screen.queryByRole('listbox', { name: 'Country' });
  await app.user.click(country());
  expect(list()).not.toBeNull();
  await app.user.keyboard('{Escape}');
  await waitFor(() => expect(list()).toBeNull());
  expect(document.activeElement).toBe(country());
  expect(valueOf(country())).toBe('Germany (+49)');
  await app.user.keyboard('{ArrowDown}');
  await waitFor(() => expect(list()).not.toBeNull());
  expect(country().getAttribute('aria-activedescendant')).toBe(
    screen.getByRole('option', { name: 'Germany (+49)' }).id,
  );
  await app.user.keyboard('xyz');
  expect(screen.getByText('No such country')).toBeDefined();
  await app.user.tab();
  await waitFor(() => expect(list()).toBeNull());
  await waitFor(() => expect(valueOf(country())).toBe('Germany (+49)'));
});

test.each([
  ['tel:+44-20-7946-0958', '+44 20 7946 0958', 'United Kingdom (+44)'],
  ['＋４４ ２０ ７９４６ ０９５８', '+44 20 7946 0958', 'United Kingdom (+44)'],
  ['030/123 456 78', '030 12345678', 'Germany (+49)'],
])('shows pasted %s as %s and selects its country', async (pasted, text, name) => {
  using app = open({});
  const field = await openForm(app);
  await app.user.paste(pasted);
  expect(field.value).toBe(text);
  expect(field.selectionStart).toBe(text.length);
  expect(valueOf(country())).toBe(name);
});

test('reads a number from autofill as a whole', async () => {
  using app = open({});
  const field = await openForm(app);
  fireEvent.change(field, { target: { value: '+12015550123' } });
  expect(field.value).toBe('+1 201 555 0123');
  expect(valueOf(country())).toBe('United States (+1)');
});

test('shows the server’s error at the field for the refused number only', async () => {
  using app = open({
    set: () => {
      throw new Failure('PHONE_NOT_A_NUMBER');
    },
  });
  const field = await openForm(app);
  await app.user.type(field, '03012345678{Enter}');
  expect(await screen.findByText(/This is not a phone number\./)).toBeDefined();
  await waitFor(() => expect(document.activeElement).toBe(field));
  await app.user.keyboard('{End}9');
  expect(screen.queryByText(/This is not a phone number\./)).toBeNull();
});

test.each(['PHONE_SEND_FAILED', 'UNAVAILABLE'] as const)('%s is shown above the form', async (code) => {
  using app = open({
    set: () => {
      throw new Failure(code);
    },
  });
  await app.user.type(await openForm(app), '03012345678{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain(`Code: ${code}`);
});

test('counts down after too many messages', async () => {
  using app = open({
    set: () => {
      throw new Failure('RATE_LIMITED', { retryAfter: 40 });
    },
  });
  await app.user.type(await openForm(app), '03012345678{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in (40|39) s\./);
  expect(screen.getByRole('button', { name: 'Send a code' }).hasAttribute('disabled')).toBe(true);
});

test('asks for a pending code after a reload with the texts for text messages', async () => {
  using app = open({
    get: () => aPhoneStatus({ pending: SENT }),
    verify: () => {
      throw new Failure('CODE_INVALID');
    },
  });
  await app.user.type(await screen.findByLabelText('Code from the text message'), '111111');
  expect(
    await screen.findByText('This code is not right. Check the six digits in the newest text message.'),
  ).toBeDefined();
  expect(screen.queryByText(/A new code is on its way\./)).toBeNull();
});

test('offers a new code after too many wrong ones', async () => {
  using app = open({
    get: () => aPhoneStatus({ pending: SENT }),
    verify: () => {
      throw new Failure('CODE_DEAD');
    },
  });
  await app.user.type(await screen.findByLabelText('Code from the text message'), '111111');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('entered wrongly too often');
  expect(alert.textContent).not.toContain('mail');
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Send a new code' }));
  const field = await screen.findByLabelText('Code from the text message');
  expect(valueOf(field)).toBe('');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('A new code is on its way. Older ones no longer work.')).toBeDefined();
  expect(app.sent('phone.set')[0]?.input).toEqual({ phone: SENT.e164 });
});

test('lets the person enter another number and returns the focus after Cancel', async () => {
  using app = open({ get: () => aPhoneStatus({ phone: aVerifiedPhone() }) });
  await openForm(app);
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  const change = await screen.findByRole('button', { name: 'Change phone number' });
  expect(document.activeElement).toBe(change);
  await app.user.type(await openForm(app), '03087654321{Enter}');
  await app.user.click(await screen.findByRole('button', { name: 'Use another number' }));
  expect(valueOf(await screen.findByLabelText('Phone number'))).toBe('');
  expect(screen.getByText('+49 30 12345678')).toBeDefined();
});

test('removes a number after a question', async () => {
  using app = open({
    get: () => aPhoneStatus({ phone: aVerifiedPhone() }),
    remove: () => aPhoneStatus(),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Remove phone number' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove your phone number?' });
  expect(app.sent('phone.remove')).toEqual([]);
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Your phone number is removed.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add a phone number' })).toBeDefined();
});

test('verifies by phone and continues the action', async () => {
  let isFresh = false;
  const status: PhoneStatus = aPhoneStatus({ phone: aVerifiedPhone() });
  using app = open(
    {
      get: () => status,
      remove: () => {
        if (!isFresh) throw new Failure('SESSION_NOT_FRESH');
        return aPhoneStatus();
      },
    },
    {
      session: {
        get: () => aSession({ email: null }),
        reauthenticate: (input) => {
          if (input.method !== 'code')
            return { status: 'text-sent', phone: '+49 30 12345678', resendAfter: 30 };
          if (input.code !== '123456') throw new Failure('CODE_INVALID');
          isFresh = true;
          return { status: 'fresh', authenticatedAt: '2026-11-20T10:00:00.000Z' };
        },
      },
    },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Remove phone number' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.click(await within(dialog).findByRole('button', { name: 'Send a code to my phone' }));
  expect(app.sent('session.reauthenticate')[0]?.input).toEqual({ method: 'phone' });
  const field = await within(dialog).findByLabelText('Code from the text message');
  await app.user.type(field, '111111');
  expect(await within(dialog).findByText(/in the newest text message\./)).toBeDefined();
  await app.user.clear(field);
  await app.user.type(field, '123456');
  expect(await screen.findByText('Your phone number is removed.')).toBeDefined();
});

test('sets the stored number after a return from a provider', async () => {
  sessionStorage.setItem(
    'foyer.action-to-resume',
    JSON.stringify({
      userId: 'user-1',
      keptAt: Date.now(),
      kind: 'set-phone',
      input: { phone: '030 12345678', country: 'DE' },
    }),
  );
  using app = open({}, {});
  await screen.findByRole('button', { name: 'Add a phone number' });
  app.history.push('/account?outcome=verified&provider=demo-one');
  expect(await screen.findByLabelText('Code from the text message')).toBeDefined();
  expect(app.sent('phone.set').map(({ input }) => input)).toEqual([{ phone: '030 12345678', country: 'DE' }]);
});
