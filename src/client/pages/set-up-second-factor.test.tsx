import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { SecondFactorStatus } from '../../shared/schemas/second-factor.ts';
import {
  aListedSession,
  anEnrolledStatus,
  aSecondFactorStatus,
  aSession,
} from '../../testing/client/answers.ts';
import { failWith, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const PAGE = '/set-up-second-factor?callbackUrl=%2Faccount%2Fdevices';
const CODES = ['ABCD-EFGH-JKMN-PQRS-TVWX-YZ23'];

/** Only what somebody without the demanded second factor may call has an answer. */
function mustEnrol(changes: NonNullable<Answers['secondFactor']> = {}) {
  let status: SecondFactorStatus = aSecondFactorStatus({
    policy: 'everyone',
    isDemanded: true,
    mustEnrol: true,
  });
  return renderApp(PAGE, {
    session: {
      get: () => (status.mustEnrol ? null : aSession()),
      list: () => [aListedSession({ current: true })],
      signOut: () => ({ signedOut: true }),
    },
    providers: { list: () => [] },
    secondFactor: {
      get: () => status,
      beginTotp: () => ({ enrolment: 'sealed', secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/Foyer' }),
      confirmTotp: () => {
        status = anEnrolledStatus({ policy: 'everyone', isDemanded: true });
        return { status, recoveryCodes: CODES };
      },
      ...changes,
    },
  });
}

test('says why, sets up an authenticator app, and goes on after the recovery codes are saved', async () => {
  using app = mustEnrol();
  expect(await screen.findByRole('heading', { name: 'Set up a second step' })).toBeDefined();
  expect(screen.getByText(/asks everybody for a second step/)).toBeDefined();
  await app.user.click(screen.getByRole('button', { name: 'Set up an authenticator app' }));
  await app.fill(await screen.findByLabelText('Code that the app shows now'), '123456');
  await screen.findByText(CODES[0] ?? '');
  expect(app.address()).toBe(PAGE);
  await app.user.click(screen.getByRole('button', { name: 'I have saved them' }));
  await waitFor(() => expect(app.address()).toBe('/account/devices'));
  expect(await screen.findByRole('heading', { name: 'Devices' })).toBeDefined();
});

test('asks for a new sign-in when this one was a while ago', async () => {
  using app = mustEnrol({ beginTotp: failWith('SESSION_NOT_FRESH') });
  await app.user.click(await screen.findByRole('button', { name: 'Set up an authenticator app' }));
  await screen.findByText('Sign in once more');
  await app.user.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(app.inputsOf('session.signOut')).not.toEqual([]));
  await waitFor(() => expect(app.left).toEqual(['/sign-in?callbackUrl=%2Faccount%2Fdevices']));
});

test('leads somebody who is signed out to the sign-in page and back', async () => {
  using app = mustEnrol({ get: failWith('SessionRequired') });
  await waitFor(() => expect(app.left).toEqual(['/sign-in?callbackUrl=%2Faccount%2Fdevices']));
});

test('goes on at once with somebody who has a second factor', async () => {
  using app = mustEnrol({ get: () => anEnrolledStatus({ policy: 'everyone', isDemanded: true }) });
  await waitFor(() => expect(app.address()).not.toBe(PAGE));
});
