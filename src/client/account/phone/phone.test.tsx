import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { PhoneStatus } from '../../../shared/schemas/phone.ts';
import { aPhoneStatus, aSession, aVerifiedPhone, FRESH } from '../../../testing/client/answers.ts';
import {
  countryField,
  openPhoneForm,
  openPhoneSection,
  SENT,
  valueOf,
} from '../../../testing/client/phone-section.tsx';
import { Failure, failWith } from '../../../testing/client/render-app.tsx';

test('sends a typed number and verifies it by its code', async () => {
  using app = openPhoneSection({ verify: () => aPhoneStatus({ phone: aVerifiedPhone() }) });
  const field = await openPhoneForm(app);
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('Use it to verify that it’s you.')).toBeDefined();
  expect(['type', 'inputmode', 'autocomplete'].map((name) => field.getAttribute(name))).toEqual([
    'tel',
    'tel',
    'tel',
  ]);
  expect(valueOf(countryField())).toBe('Germany (+49)');
  await app.user.type(field, '03012345678');
  expect(field.value).toBe('030 12345678');
  const preview = screen.getByText('+493012345678');
  expect(preview.closest('[aria-live="polite"]')).not.toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Send a code' }));

  const code = await screen.findByLabelText('Code from the text message');
  expect(document.activeElement).toBe(code);
  expect(code.getAttribute('autocomplete')).toBe('one-time-code');
  expect(screen.getByText('+49 30 12345678')).toBeDefined();
  expect(app.inputsOf('phone.set')[0]).toEqual({ phone: '030 12345678', country: 'DE' });
  expect(screen.getByRole('button', { name: 'Send it again in 30 s' }).hasAttribute('disabled')).toBe(true);
  await app.user.click(code);
  await app.user.paste('123 456');
  expect(await screen.findByText('Your phone number is verified.')).toBeDefined();
  expect(app.inputsOf('phone.verify')[0]).toEqual({ code: '123456' });
  expect(screen.getByText('Germany · Since Oct 2, 2026')).toBeDefined();
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
});

test('sends a code that was typed while another one was checked', async () => {
  let refuse: (failure: Failure) => void = () => undefined;
  const firstAnswer = new Promise<never>((_resolve, reject) => {
    refuse = reject;
  });
  using app = openPhoneSection({
    verify: ({ code }: { code: string }) =>
      code === '111111' ? firstAnswer : aPhoneStatus({ phone: aVerifiedPhone() }),
  });
  await app.user.type(await openPhoneForm(app), '03012345678');
  await app.user.click(screen.getByRole('button', { name: 'Send a code' }));
  const code = await screen.findByLabelText('Code from the text message');
  await app.user.click(code);
  await app.user.paste('111111');
  await waitFor(() => expect(app.inputsOf('phone.verify')).toHaveLength(1));
  await app.user.clear(code);
  await app.user.paste('222222');
  expect(app.inputsOf('phone.verify')).toHaveLength(1);
  refuse(new Failure('CODE_INVALID'));
  expect(await screen.findByText('Your phone number is verified.')).toBeDefined();
  expect(app.inputsOf('phone.verify')).toEqual([{ code: '111111' }, { code: '222222' }]);
});

test('asks for a pending code after a reload with the texts for text messages', async () => {
  using app = openPhoneSection({
    get: () => aPhoneStatus({ pending: SENT }),
    verify: failWith('CODE_INVALID'),
  });
  await app.fill(await screen.findByLabelText('Code from the text message'), '111111');
  expect(
    await screen.findByText('This code is not right. Check the six digits in the newest text message.'),
  ).toBeDefined();
  expect(screen.queryByText(/A new code is on its way\./)).toBeNull();
});

test('offers a new code after too many wrong ones', async () => {
  using app = openPhoneSection({ get: () => aPhoneStatus({ pending: SENT }), verify: failWith('CODE_DEAD') });
  await app.fill(await screen.findByLabelText('Code from the text message'), '111111');
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain('entered wrongly too often');
  expect(alert.textContent).not.toContain('mail');
  expect(screen.queryByLabelText('Code from the text message')).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Send a new code' }));
  const field = await screen.findByLabelText('Code from the text message');
  expect(valueOf(field)).toBe('');
  expect(document.activeElement).toBe(field);
  expect(screen.getByText('A new code is on its way. Older ones no longer work.')).toBeDefined();
  expect(app.inputsOf('phone.set')[0]).toEqual({ phone: SENT.e164 });
});

test('lets the person enter another number and returns the focus after Cancel', async () => {
  using app = openPhoneSection({ get: () => aPhoneStatus({ phone: aVerifiedPhone() }) });
  await openPhoneForm(app);
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  const change = await screen.findByRole('button', { name: 'Change phone number' });
  expect(document.activeElement).toBe(change);
  await app.user.type(await openPhoneForm(app), '03087654321{Enter}');
  await app.user.click(await screen.findByRole('button', { name: 'Use another number' }));
  expect(valueOf(await screen.findByLabelText('Phone number'))).toBe('');
  expect(screen.getByText('+49 30 12345678')).toBeDefined();
});

test('removes a number after a question', async () => {
  using app = openPhoneSection({
    get: () => aPhoneStatus({ phone: aVerifiedPhone() }),
    remove: () => aPhoneStatus(),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Remove phone number' }));
  const dialog = await screen.findByRole('dialog', { name: 'Remove your phone number?' });
  expect(app.inputsOf('phone.remove')).toEqual([]);
  const readBefore = app.inputsOf('accounts.list').length;
  await app.user.click(within(dialog).getByRole('button', { name: 'Remove' }));
  expect(await screen.findByText('Your phone number is removed.')).toBeDefined();
  expect(screen.getByRole('button', { name: 'Add a phone number' })).toBeDefined();
  // A connected account may be the only sign-in method now.
  await waitFor(() => expect(app.inputsOf('accounts.list')).toHaveLength(readBefore + 1));
});

test('verifies by phone and continues the action', async () => {
  let isFresh = false;
  const status: PhoneStatus = aPhoneStatus({ phone: aVerifiedPhone() });
  using app = openPhoneSection(
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
          return FRESH;
        },
      },
    },
  );
  await app.user.click(await screen.findByRole('button', { name: 'Remove phone number' }));
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
  const dialog = await screen.findByRole('dialog', { name: 'Verify it’s you' });
  await app.user.click(await within(dialog).findByRole('button', { name: 'Send a code to my phone' }));
  expect(app.inputsOf('session.reauthenticate')[0]).toEqual({ method: 'phone' });
  const field = await within(dialog).findByLabelText('Code from the text message');
  await app.fill(field, '111111');
  expect(await within(dialog).findByText(/in the newest text message\./)).toBeDefined();
  await app.user.clear(field);
  await app.fill(field, '123456');
  expect(await screen.findByText('Your phone number is removed.')).toBeDefined();
});

test('opens the form with the stored number when the server refuses it after a return from a provider', async () => {
  const input = { phone: '030 12345678', country: 'DE' };
  const record = { userId: 'user-1', keptAt: Date.now(), kind: 'set-phone', input };
  sessionStorage.setItem('foyer.action-to-resume', JSON.stringify(record));
  using app = openPhoneSection({ set: failWith('PHONE_SEND_FAILED') });
  await screen.findByRole('button', { name: 'Add a phone number' });
  app.history.push('/account?outcome=verified&provider=demo-one');
  await screen.findByRole('alert');
  const field = await openPhoneForm(app);
  expect(field.value).toBe('030 12345678');
  expect(valueOf(countryField())).toBe('Germany (+49)');
});
