import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { SecondFactorStatus, TrustedBrowser } from '../../../shared/schemas/second-factor.ts';
import {
  aListedSession,
  anAuthenticatorApp,
  anEnrolledStatus,
  aSecondFactorStatus,
} from '../../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const METHODS = '/account/sign-in-methods';
const SECRET = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP';
const CODES = Array.from({ length: 10 }, (_, index) => `ABCD-EFGH-JKMN-PQRS-TVWX-YZ2${index}`);

function render(
  status: SecondFactorStatus,
  secondFactor: NonNullable<Answers['secondFactor']> = {},
  options: Parameters<typeof renderApp>[2] = {},
) {
  return renderApp(
    METHODS,
    {
      passkeys: { list: () => ({ passkeys: [], signals: null }) },
      secondFactor: {
        get: () => status,
        beginTotp: () => ({
          enrolment: 'sealed',
          secret: SECRET,
          uri: `otpauth://totp/Foyer?secret=${SECRET}`,
        }),
        ...secondFactor,
      },
    },
    options,
  );
}

async function section(): Promise<HTMLElement> {
  await screen.findByText(/^(?:On|Off)$/);
  return screen.findByRole('region', { name: 'Two-step verification' });
}

test('sets up an authenticator app in four steps, and shows the recovery codes until they are saved', async () => {
  let status = aSecondFactorStatus();
  using app = render(status, {
    get: () => status,
    confirmTotp: () => {
      status = anEnrolledStatus();
      return { status, recoveryCodes: CODES };
    },
  });
  const card = within(await section());
  expect(card.getByText('Off')).toBeDefined();
  expect(card.getByText(/Access tokens that you made before stay valid/)).toBeDefined();
  await app.user.click(card.getByRole('button', { name: 'Set up an authenticator app' }));
  expect(await card.findByRole('img', { name: 'QR code for your authenticator app' })).toBeDefined();
  expect(document.activeElement?.textContent).toBe('Connect your authenticator app');
  expect(card.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeDefined();
  await app.fill(card.getByLabelText('Code that the app shows now'), '123456');
  expect(await card.findByRole('heading', { name: 'Save your recovery codes' })).toBeDefined();
  expect(app.inputsOf('secondFactor.confirmTotp')).toEqual([{ enrolment: 'sealed', code: '123456' }]);
  expect(
    within(card.getByRole('list', { name: /^Recovery codes for/ })).getAllByRole('listitem'),
  ).toHaveLength(10);
  await app.user.click(card.getByRole('button', { name: 'Copy' }));
  expect(await navigator.clipboard.readText()).toBe(CODES.join('\n'));
  await app.user.click(card.getByRole('button', { name: 'I have saved them' }));
  await screen.findByText('Two-step verification is set up. Your next sign-in asks for it.');
  expect(screen.queryByText(CODES[0] ?? '')).toBeNull();
  expect(card.getByText('On')).toBeDefined();
  expect(card.getByText(/one authenticator app, 10 recovery codes left/)).toBeDefined();
});

test('prints and downloads the recovery codes', async () => {
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  const files: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob);
    return 'blob:codes';
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  using app = render(anEnrolledStatus(), {
    createRecoveryCodes: () => ({ status: anEnrolledStatus(), recoveryCodes: CODES }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'New recovery codes' }));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('The codes that you have no longer work.')).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: 'New recovery codes' }));
  await app.user.click(await screen.findByRole('button', { name: 'Print' }));
  expect(print).toHaveBeenCalledOnce();
  await app.user.click(screen.getByRole('button', { name: 'Download' }));
  const [text] = await Promise.all(files.map((file) => file.text()));
  expect(text?.match(/[A-Z\d]{4}(?:-[A-Z\d]{4}){5}/g)).toEqual(CODES);
});

test('says at the field that the first code is wrong', async () => {
  using app = render(aSecondFactorStatus(), { confirmTotp: failWith('TOTP_CODE_WRONG') });
  await app.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  const field = await screen.findByLabelText('Code that the app shows now');
  await app.fill(field, '111111');
  await waitFor(() => expect(field.getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText(/This is not the code that the app shows now/)).toBeDefined();
});

test('begins anew when the set-up has expired', async () => {
  using app = render(aSecondFactorStatus(), { confirmTotp: failWith('TOTP_ENROLMENT_EXPIRED') });
  await app.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await app.fill(await screen.findByLabelText('Code that the app shows now'), '111111');
  expect((await screen.findByRole('alert')).textContent).toContain('TOTP_ENROLMENT_EXPIRED');
  await app.user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
  expect(await screen.findByLabelText('Code that the app shows now')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('renames one of several authenticator apps', async () => {
  const other = anAuthenticatorApp({ id: '65c000000000000000000002', name: 'Laptop' });
  const before = anEnrolledStatus({ authenticatorApps: [anAuthenticatorApp(), other] });
  using app = render(before, {
    renameTotp: ({ id, name }) => ({
      ...before,
      authenticatorApps: before.authenticatorApps.map((each) => (each.id === id ? { ...each, name } : each)),
    }),
  });
  await app.user.click(await screen.findByRole('button', { name: 'Rename the authenticator app Laptop' }));
  const field = await screen.findByLabelText<HTMLInputElement>('Name of the authenticator app');
  await app.user.clear(field);
  await app.fill(field, 'ThinkPad{Enter}');
  await screen.findByText('The authenticator app is named “ThinkPad” now.');
  expect(screen.getByText('Pixel 9')).toBeDefined();
});

test('removes the last authenticator app after a warning that two-step verification is then off', async () => {
  using app = render(anEnrolledStatus(), { removeTotp: () => aSecondFactorStatus() });
  await app.user.click(await screen.findByRole('button', { name: 'Remove the authenticator app Pixel 9' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove “Pixel 9”?' }));
  expect(dialog.getByText(/Two-step verification is then off/)).toBeDefined();
  await app.user.click(dialog.getByRole('button', { name: 'Remove' }));
  await screen.findByText('Two-step verification is off.');
  expect(screen.queryByText('Pixel 9')).toBeNull();
});

test('says that a passkey stays the second step when the last authenticator app goes and everybody needs one', async () => {
  using app = render(anEnrolledStatus({ policy: 'everyone', isDemanded: true, passkeys: 1 }));
  await app.user.click(await screen.findByRole('button', { name: 'Remove the authenticator app Pixel 9' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Remove “Pixel 9”?' }));
  expect(dialog.getByText(/Your second step is a passkey then\./)).toBeDefined();
  expect(dialog.queryByText(/is then off/)).toBeNull();
});

test('counts no authenticator apps where only passkeys are the second step', async () => {
  using _app = render(aSecondFactorStatus({ policy: 'everyone', isDemanded: true, isOn: true, passkeys: 1 }));
  expect(within(await section()).getByText('One passkey')).toBeDefined();
  expect(screen.queryByText(/0 authenticator apps/)).toBeNull();
});

const REMOVAL = {
  requestedAt: '2026-11-20T09:00:00.000Z',
  runsAt: '2026-11-21T09:00:00.000Z',
  reason: 'Lost phone, passport shown',
};

test('shows when the operator removes the second factors and why, and stops it in place', async () => {
  using app = render(anEnrolledStatus({ removal: REMOVAL }), { cancelRemoval: () => anEnrolledStatus() });
  const notice = await screen.findByRole('alert');
  for (const words of ['November 21, 2026', REMOVAL.reason, 'Your passkeys stay.', 'the link in the mail'])
    expect(notice.textContent).toContain(words);
  await app.user.click(screen.getByRole('button', { name: 'Stop the removal' }));
  expect(await screen.findByText('The removal is stopped. Your second step stays.')).toBeDefined();
  expect(screen.queryByRole('button', { name: 'Stop the removal' })).toBeNull();
});

test('removes the second factors at once with another second step, and names the passkeys that go where everyone needs one', async () => {
  using app = render(anEnrolledStatus({ removal: REMOVAL, policy: 'everyone', isDemanded: true }), {
    removeNow: () => aSecondFactorStatus({ policy: 'everyone', isDemanded: true }),
  });
  expect((await screen.findByRole('alert')).textContent).toContain('the passkeys that you had');
  await app.user.click(screen.getByRole('button', { name: 'Remove them now' }));
  expect(await screen.findByText('Your second step is removed. Set up a new one.')).toBeDefined();
});

test('shows nothing where the operator has turned it off', async () => {
  using app = render(aSecondFactorStatus({ policy: 'off' }));
  await screen.findByText('How you sign in');
  await waitFor(() => expect(app.inputsOf('secondFactor.get')).not.toEqual([]));
  expect(screen.queryByText('Two-step verification')).toBeNull();
});

test('offers no new authenticator app where the operator has turned it off, but shows what is still asked for', async () => {
  using _app = render(anEnrolledStatus({ policy: 'off' }));
  const card = within(await section());
  expect(card.getByText('Pixel 9')).toBeDefined();
  expect(card.queryByRole('button', { name: 'Add another authenticator app' })).toBeNull();
});

test('warns when few recovery codes are left, in German', async () => {
  using _app = render(anEnrolledStatus({ recoveryCodesLeft: 2 }), {}, { locale: 'de' });
  expect(await screen.findByText('Noch 2')).toBeDefined();
  expect(screen.getByText(/eine Authenticator-App, noch 2 Wiederherstellungscodes/)).toBeDefined();
});

const TRUSTED: TrustedBrowser = {
  id: '65d000000000000000000001',
  current: true,
  device: { browser: 'Firefox', system: 'Linux', kind: 'desktop' },
  createdAt: '2026-11-01T09:00:00.000Z',
  expires: '2026-12-01T09:00:00.000Z',
};

test('ends the trust in this browser on the page of the devices', async () => {
  let trusted = [TRUSTED];
  const answer = () => anEnrolledStatus({ trustedBrowsers: trusted });
  using app = renderApp('/account/devices', {
    session: { list: () => [aListedSession({ current: true })] },
    secondFactor: {
      get: answer,
      endTrust: () => {
        trusted = [];
        return answer();
      },
    },
  });
  const list = within(await screen.findByRole('region', { name: 'Trusted browsers' }));
  expect(list.getByText('This browser')).toBeDefined();
  expect(list.getByText(/Until Dec 1, 2026/)).toBeDefined();
  await app.user.click(list.getByRole('button', { name: 'End trust in Firefox on Linux' }));
  await screen.findByText('Firefox on Linux is asked for the second step from now on.');
  expect(screen.queryByRole('region', { name: 'Trusted browsers' })).toBeNull();
});
