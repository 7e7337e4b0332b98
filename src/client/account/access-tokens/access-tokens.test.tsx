import { screen, waitFor, within } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AccessToken } from '../../../shared/schemas/access-tokens.ts';
import { anAccessToken, aSession } from '../../../testing/client/answers.ts';
import { Failure, NetworkDown, renderApp, type Answers } from '../../../testing/client/render-app.tsx';

const PAGE = '/account/access-tokens';
const SECRET = `foyer_pat_${'s'.repeat(49)}`;

function withTokens(list: AccessToken[], changes: Answers['accessTokens'] = {}): Answers {
  return { session: { get: () => aSession() }, accessTokens: { list: () => list, ...changes } };
}

const form = () => screen.findByRole('region', { name: 'New token' });

test('without any, it says what they are for', async () => {
  using app = renderApp(PAGE, withTokens([]));
  const section = await screen.findByRole('region', { name: 'Your tokens' });
  await waitFor(() => expect(section.textContent).toContain('You have no access tokens.'));
  expect(app.address()).toBe(PAGE);
});

test('each says what it may do, when it was used and by what, and when it ends', async () => {
  const lastUsed = {
    at: new Date(Date.now() - 3 * 60 * 60 * 1000).toISOString(),
    ip: '192.0.2.7',
    device: { browser: 'curl', system: null, kind: 'script' as const },
  };
  const soon = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000).toISOString();
  using app = renderApp(
    PAGE,
    withTokens([
      anAccessToken({ id: 'a', name: 'Report', scopes: ['profile:read', 'sessions:write'], lastUsed }),
      anAccessToken({ id: 'b', name: 'Soon', expires: soon }),
      anAccessToken({ id: 'c', name: 'Old', expires: '2026-01-02T09:00:00.000Z', expired: true }),
    ]),
  );
  const [report, second, old] = (await screen.findAllByRole('listitem')).filter((item) =>
    item.querySelector('button'),
  );
  expect(report?.textContent).toContain('foyer_pat_…4fQz');
  expect(within(report ?? document.body).getByText('sessions:write')).toBeDefined();
  expect(report?.textContent).toContain('last used 3 hours ago with curl from 192.0.2.7');
  expect(report?.textContent).not.toContain('Expires soon');
  expect(second?.textContent).toContain('not used yet');
  expect(second?.textContent).toContain('Expires soon');
  expect(old?.textContent).toContain('Expired Jan 2, 2026');
  expect(screen.getByRole('button', { name: 'Revoke Report' })).toBeDefined();
  expect(screen.getByRole('button', { name: 'Remove Old' })).toBeDefined();
  expect(app.calls.filter(({ procedure }) => procedure === 'accessTokens.list')).toHaveLength(1);
});

test('while the list cannot be read the form is there, and trying again helps', async () => {
  let away = true;
  using app = renderApp(
    PAGE,
    withTokens([], {
      list: () => {
        if (away) throw new Failure('INTERNAL');
        return [anAccessToken({ name: 'Report' })];
      },
    }),
  );
  expect((await screen.findByRole('alert')).textContent).toContain('INTERNAL');
  expect(await form()).toBeDefined();
  away = false;
  await app.user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByRole('button', { name: 'Revoke Report' })).toBeDefined();
});

test('a token is made, shown this once, copied, and gone when that is said', async () => {
  const made = anAccessToken({ name: 'Nightly', scopes: ['accounts:read'] });
  using app = renderApp(PAGE, withTokens([], { create: () => ({ token: SECRET, accessToken: made }) }));
  const section = within(await form());
  await app.user.type(section.getByLabelText('Name'), ' Nightly ');
  await app.user.click(section.getByLabelText(/connected accounts/));
  await app.user.click(section.getByLabelText('In 90 days'));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));

  const shown = await screen.findByRole('region', { name: '“Nightly” is ready' });
  expect(shown.textContent).toContain('this is the only time it is shown');
  expect(within(shown).getByText(SECRET)).toBeDefined();
  expect(within(shown).getByText(/^curl/).textContent).toBe(
    `curl -s ${location.origin}/trpc/accounts.list -H "authorization: Bearer ${SECRET}"`,
  );
  const sent = app.calls.find(({ procedure }) => procedure === 'accessTokens.create')?.input as {
    expires: string;
  };
  expect(sent).toMatchObject({ name: 'Nightly', scopes: ['accounts:read'] });
  const days = (Date.parse(sent.expires) - Date.now()) / 86_400_000;
  expect(Math.abs(days - 90)).toBeLessThan(0.01);
  expect(document.activeElement?.textContent).toContain('Copy it now');
  expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe('');

  await app.user.click(within(shown).getByRole('button', { name: 'Copy token' }));
  expect(await within(shown).findByText('Copied')).toBeDefined();
  expect(await navigator.clipboard.readText()).toBe(SECRET);

  await app.user.click(within(shown).getByRole('button', { name: 'I have copied it' }));
  expect(screen.queryByText(SECRET)).toBeNull();
  expect(screen.getByRole('button', { name: 'Revoke Nightly' })).toBeDefined();
  expect(JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)])).not.toContain(
    SECRET,
  );
});

test('where the browser does not copy, the token is selected and that is said', async () => {
  const accessToken = anAccessToken({ name: 'Nightly' });
  using app = renderApp(PAGE, withTokens([], { create: () => ({ token: SECRET, accessToken }) }));
  const section = within(await form());
  await app.user.type(section.getByLabelText('Name'), 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  const refused = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'));
  await app.user.click(await screen.findByRole('button', { name: 'Copy token' }));
  expect(await screen.findByText(/did not allow copying/)).toBeDefined();
  expect(getSelection()?.toString()).toBe(SECRET);
  refused.mockRestore();
});

test('what is missing is said at its field, which has the focus', async () => {
  using app = renderApp(PAGE, withTokens([]));
  const section = within(await form());
  const name = section.getByLabelText('Name');
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(section.getByText('Enter a name.')).toBeDefined();
  expect(document.activeElement).toBe(name);
  await app.user.type(name, 'Nightly{Enter}');
  expect(section.queryByText('Enter a name.')).toBeNull();
  const scopes = section.getByRole('group', { name: 'What may it do?' });
  expect(within(scopes).getByText('Choose at least one thing that it may do.')).toBeDefined();
  expect(scopes.contains(document.activeElement)).toBe(true);
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByLabelText('On a day'));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(section.getByText('Choose a day.')).toBeDefined();
  expect(document.activeElement).toBe(section.getByLabelText('Last day'));
  expect(app.calls.some(({ procedure }) => procedure === 'accessTokens.create')).toBe(false);
});

test('a day is meant to its end, and what the server says of it is at the field', async () => {
  using app = renderApp(
    PAGE,
    withTokens([], {
      create: () => {
        const issue = { path: ['expires'], key: 'expiry-too-late' as const, message: 'x' };
        throw new Failure('INVALID_INPUT', { issues: [issue] });
      },
    }),
  );
  const section = within(await form());
  await app.user.type(section.getByLabelText('Name'), 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByLabelText('On a day'));
  await app.user.type(section.getByLabelText('Last day'), '2029-01-31');
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(await section.findByText('Choose a day within a year.')).toBeDefined();
  expect(document.activeElement).toBe(section.getByLabelText('Last day'));
  const sent = app.calls.find(({ procedure }) => procedure === 'accessTokens.create')?.input;
  expect(sent).toMatchObject({ expires: new Date(2029, 0, 31, 23, 59, 59, 999).toISOString() });
});

test('too many are said with the way on', async () => {
  using app = renderApp(
    PAGE,
    withTokens([], {
      create: () => {
        throw new Failure('TOO_MANY_ACCESS_TOKENS');
      },
    }),
  );
  const section = within(await form());
  await app.user.type(section.getByLabelText('Name'), 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect((await section.findByRole('alert')).textContent).toContain('Revoke one that you no longer need.');
  expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe('Nightly');
});

test('an old sign-in is verified first, and then the token is made by itself', async () => {
  let fresh = false;
  using app = renderApp(PAGE, {
    ...withTokens([], {
      create: ({ name }) => {
        if (!fresh) throw new Failure('SESSION_NOT_FRESH');
        return { token: SECRET, accessToken: anAccessToken({ name }) };
      },
    }),
    session: {
      get: () => aSession(),
      reauthenticate: (input) => {
        if (input.method === 'code') fresh = true;
        return input.method === 'code'
          ? { status: 'fresh', authenticatedAt: new Date().toISOString() }
          : { status: 'code-sent', email: 'ada@example.com', resendAfter: 30 };
      },
    },
    accounts: { list: () => [] },
    providers: { list: () => [] },
    password: { get: () => ({ changedAt: null, canSet: true, canRemove: false }) },
  });
  const section = within(await form());
  await app.user.type(section.getByLabelText('Name'), 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  const dialog = within(await screen.findByRole('dialog', { name: /Verify it’s you/ }));
  await app.user.click(await dialog.findByRole('button', { name: /code/i }));
  await app.user.type(await dialog.findByRole('textbox'), '123456');
  expect(await screen.findByText(SECRET)).toBeDefined();
});

test('one is revoked after asking, and gone from the list', async () => {
  using app = renderApp(
    PAGE,
    withTokens([anAccessToken({ id: 'a', name: 'Report' }), anAccessToken({ id: 'b', name: 'Other' })], {
      revoke: ({ id }) => ({ id }),
    }),
  );
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Report' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Revoke “Report”?' }));
  expect(app.calls.some(({ procedure }) => procedure === 'accessTokens.revoke')).toBe(false);
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect((await screen.findByText(/“Report” is revoked/)).closest('[role="status"]')).toBe(
    document.activeElement,
  );
  expect(screen.queryByRole('button', { name: 'Revoke Report' })).toBeNull();
  expect(screen.getByRole('button', { name: 'Revoke Other' })).toBeDefined();
});

test('keeping it changes nothing and gives the focus back', async () => {
  using app = renderApp(PAGE, withTokens([anAccessToken({ name: 'Report' })]));
  const button = await screen.findByRole('button', { name: 'Revoke Report' });
  await app.user.click(button);
  await app.user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Keep it' }));
  await waitFor(() => expect(document.activeElement).toBe(button));
  expect(app.calls.some(({ procedure }) => procedure === 'accessTokens.revoke')).toBe(false);
});

test('a revocation that fails is said in the dialog; one of another tab is as good as ours', async () => {
  let answer: 'away' | 'gone' = 'away';
  using app = renderApp(
    PAGE,
    withTokens([anAccessToken({ name: 'Report' })], {
      revoke: () => {
        throw answer === 'away' ? new NetworkDown() : new Failure('NOT_FOUND');
      },
    }),
  );
  await app.user.click(await screen.findByRole('button', { name: 'Revoke Report' }));
  const dialog = within(await screen.findByRole('dialog'));
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect((await dialog.findByRole('alert')).textContent).toContain('UNAVAILABLE');
  answer = 'gone';
  await app.user.click(dialog.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText(/was already revoked/)).toBeDefined();
});

test('an expired one is removed without asking', async () => {
  using app = renderApp(
    PAGE,
    withTokens([anAccessToken({ name: 'Old', expired: true, expires: '2026-01-02T09:00:00.000Z' })], {
      revoke: ({ id }) => ({ id }),
    }),
  );
  await app.user.click(await screen.findByRole('button', { name: 'Remove Old' }));
  expect(await screen.findByText('“Old” is removed.')).toBeDefined();
  expect(await screen.findByText(/You have no access tokens/)).toBeDefined();
});

test('it is all there in German', async () => {
  using app = renderApp(PAGE, withTokens([anAccessToken({ name: 'Bericht' })]), { locale: 'de' });
  expect(await screen.findByRole('heading', { name: 'Zugriffstokens' })).toBeDefined();
  await app.user.click(await screen.findByRole('button', { name: 'Bericht widerrufen' }));
  expect(await screen.findByRole('dialog', { name: '„Bericht“ widerrufen?' })).toBeDefined();
});
