import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { WaitingDevice } from '../../../shared/schemas/device-authorization.ts';
import { anAccessToken, aListedSession } from '../../../testing/client/answers.ts';
import { Failure, failWith, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const CODE = 'BCDF-GHJK';
const DECIDED = { clientName: 'Foyer CLI on laptop', app: null, decidedAt: '2026-11-20T09:00:00.000Z' };

function aProgram(changes: Partial<WaitingDevice> = {}): WaitingDevice {
  return {
    userCode: CODE,
    clientName: 'Foyer CLI on laptop',
    app: null,
    scopes: ['profile:read', 'sessions:write'],
    ip: '192.0.2.7',
    sameAddress: true,
    device: { browser: 'foyer-cli', system: null, kind: 'script' },
    createdAt: new Date().toISOString(),
    expires: new Date(Date.now() + 600_000).toISOString(),
    tokenDays: 90,
    ...changes,
  };
}

const WORDS: NonNullable<Answers['accessTokens']> = { list: () => [], ownScopes: () => [] };

const review = () => screen.findByRole('heading', { name: 'Allow this app?' });

/** Opens the link of a program and continues to the question. */
async function openReview(
  program: Partial<WaitingDevice>,
  device: Answers['device'] = {},
  changes: Answers = {},
) {
  const app = renderApp(`/device?code=${CODE}`, {
    accessTokens: WORDS,
    device: { inspect: () => aProgram(program), approve: () => DECIDED, ...device },
    ...changes,
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  await review();
  return app;
}

test('fills in the code of a link, shows the program and approves it', async () => {
  using app = renderApp(`/device?code=${CODE}`, {
    accessTokens: WORDS,
    device: { inspect: () => aProgram(), approve: () => DECIDED },
  });
  const field = await screen.findByLabelText<HTMLInputElement>('Code');
  expect(field.value).toBe(CODE);
  expect(app.calls.some(({ procedure }) => procedure.startsWith('device.'))).toBe(false);
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  await review();
  const main = screen.getByRole('main');
  expect(within(main).getByText(CODE)).toBeDefined();
  for (const text of [
    'You are signed in asAda Lovelaceada@example.com',
    '“Foyer CLI on laptop”',
    'App name sent by the device, not verified',
    '192.0.2.7 · foyer-cli',
    'the same network address as this browser',
    'See your name, picture, language and email address',
    'Sign devices out',
    '90 days, or until you revoke it',
    'Allow it only if you started the app yourself',
  ])
    expect(main.textContent).toContain(text);
  await app.user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByRole('heading', { name: 'The device is connected' })).toBeDefined();
  expect(app.inputsOf('device.approve')).toEqual([{ userCode: CODE }]);
});

test('says that the token is listed when the app has fetched it, not before', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const before = anAccessToken({ name: DECIDED.clientName, createdAt: '2026-11-19T09:00:00.000Z' });
  let list = [before];
  using app = await openReview({}, {}, { accessTokens: { list: () => list } });
  await app.user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText(/Then you find it among your access tokens/)).toBeDefined();
  expect(screen.queryByText(/is in the list of your access tokens/)).toBeNull();
  list = [before, { ...before, id: 'token-2', createdAt: '2026-11-20T09:00:03.000Z' }];
  await vi.advanceTimersByTimeAsync(2000);
  const listed = await screen.findByText(/is in the list of your access tokens/);
  expect(listed.closest('[role="status"]')?.textContent).toContain('has access now');
  vi.useRealTimers();
});

test('shows a declared app by its verified name, and says when it is among the devices', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  const tv = { id: 'shop-tv', name: 'Shop TV' };
  let list = [
    aListedSession({
      id: 'before',
      app: { ...tv, authorizedBy: 'browser' },
      createdAt: '2026-11-19T09:00:00.000Z',
    }),
  ];
  using app = await openReview(
    { clientName: tv.name, app: tv, scopes: ['openid', 'email'], tokenDays: 365 },
    { approve: () => ({ ...DECIDED, clientName: tv.name, app: tv.id }) },
    { session: { list: () => list } },
  );
  const main = screen.getByRole('main');
  for (const text of [
    'Shop TVThis name is verified.',
    'Know which account you have here',
    'See your email address',
    'At most 365 days, or until you sign it out',
    'Allow it only if you started it on a device that you have in front of you',
  ])
    expect(main.textContent).toContain(text);
  expect(main.textContent).not.toContain('not verified');
  await app.user.click(screen.getByRole('button', { name: 'Allow' }));
  expect(await screen.findByText(/Then you find it among your devices/)).toBeDefined();
  list = [
    ...list,
    aListedSession({
      id: 'tv',
      app: { ...tv, authorizedBy: 'browser' },
      createdAt: '2026-11-20T09:00:03.000Z',
    }),
  ];
  await vi.advanceTimersByTimeAsync(2000);
  expect(await screen.findByText('Shop TV is signed in now. You can close this page.')).toBeDefined();
  expect(screen.getByRole('link', { name: 'See your devices' }).getAttribute('href')).toBe(
    '/account/devices',
  );
  vi.useRealTimers();
});

test('denies a program', async () => {
  using app = await openReview({}, { deny: () => DECIDED });
  await app.user.click(screen.getByRole('button', { name: 'Deny' }));
  expect(await screen.findByRole('heading', { name: 'The request was denied' })).toBeDefined();
  expect(app.inputsOf('device.approve')).toEqual([]);
});

test('warns when the program asks from another network', async () => {
  using _app = await openReview({ sameAddress: false, ip: '198.51.100.9' });
  expect((await screen.findByRole('alert')).textContent).toContain('from another network than yours');
});

test('does not send a short code, shows an unknown one at the field, and counts down after too many', async () => {
  let refusal: Failure = new Failure('USER_CODE_INVALID');
  const inspect = () => {
    throw refusal;
  };
  using app = renderApp('/device', { device: { inspect } });
  const field = await screen.findByLabelText('Code');
  await app.fill(field, 'bcdf{Enter}');
  expect(screen.getByText('Enter the eight letters that the program shows.')).toBeDefined();
  expect(document.activeElement).toBe(field);
  await app.fill(field, ' ghjk{Enter}');
  expect(await screen.findByText(/No device is waiting with this code/)).toBeDefined();
  expect(app.inputsOf('device.inspect')).toHaveLength(1);
  refusal = new Failure('RATE_LIMITED', { retryAfter: 600 });
  await app.user.click(screen.getByRole('button', { name: 'Continue' }));
  expect((await screen.findByRole('alert')).textContent).toContain('RATE_LIMITED');
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
});

test('says when the program was decided meanwhile and asks for another code', async () => {
  using app = await openReview({}, { approve: failWith('USER_CODE_INVALID') });
  await app.user.click(screen.getByRole('button', { name: 'Allow' }));
  expect((await screen.findByRole('alert')).textContent).toContain('USER_CODE_INVALID');
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  await app.user.click(screen.getByRole('button', { name: 'Enter another code' }));
  expect(await screen.findByLabelText('Code')).toBeDefined();
});

const ORDERS = { name: 'orders:write', label: { en: 'Change your orders' }, description: null };

test('allows a scope of the application only when its words are shown', async () => {
  let isDown = true;
  const ownScopes = () => {
    if (isDown) throw new Failure('RATE_LIMITED', { retryAfter: 1 });
    return [ORDERS];
  };
  const scopes = ['profile:read', 'orders:write'];
  using app = await openReview({ scopes }, {}, { accessTokens: { ...WORDS, ownScopes } });
  const allow = screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' });
  expect(allow.disabled).toBe(true);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Deny' }).disabled).toBe(false);
  const again = await screen.findByRole('button', { name: 'Try again' });
  isDown = false;
  await app.user.click(again);
  expect(await screen.findByText('Change your orders')).toBeDefined();
  expect(allow.disabled).toBe(false);
});

test('asks again for the words of a scope that the server got since', async () => {
  let ownScopes: (typeof ORDERS)[] = [];
  const accessTokens = { ...WORDS, ownScopes: () => ownScopes };
  using app = await openReview({ scopes: ['orders:write'] }, {}, { accessTokens });
  await waitFor(() => expect(app.inputsOf('accessTokens.ownScopes')).not.toEqual([]));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Allow' }).disabled).toBe(true);
  ownScopes = [ORDERS];
  await app.user.click(screen.getByRole('button', { name: 'Enter another code' }));
  await app.user.click(await screen.findByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Change your orders')).toBeDefined();
});
