import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openForm, openFormAs, SECRET, openTokens } from '../../../testing/client/access-tokens.ts';
import { anAccessToken } from '../../../testing/client/answers.ts';
import { Failure, failWith } from '../../../testing/client/render-app.tsx';
import { DAY_MS } from '../../../shared/limits.ts';
import { SCOPES } from '../../../shared/scopes.ts';

test('opens the form with a name that typing replaces, and "Cancel" leads back to the button', async () => {
  using app = openTokens();
  await screen.findByText(/You have no access tokens/);
  expect(screen.queryByLabelText('Name')).toBeNull();
  const section = within(await openForm(app));
  const name = section.getByLabelText<HTMLInputElement>('Name');
  expect(document.activeElement).toBe(name);
  expect(name.value).toMatch(/^Token of \w+ \d+, \d{4}$/);
  await app.user.keyboard('Nightly');
  expect(name.value).toBe('Nightly');
  await app.user.click(section.getByRole('button', { name: 'Cancel' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'New token' }));
  expect(screen.queryByLabelText('Name')).toBeNull();
});

test('chooses the scopes of a preset, which stays pressed until a scope changes', async () => {
  using app = openTokens();
  const section = within(await openForm(app));
  const checkedScopes = () =>
    section
      .getAllByRole<HTMLInputElement>('checkbox', { checked: true })
      .map((box) => box.labels?.[0]?.querySelector('code')?.textContent);
  const readOnly = section.getByRole('button', { name: /^Read only/ });
  const everything = section.getByRole('button', { name: /^Everything/ });
  await app.user.click(readOnly);
  expect(checkedScopes()).toEqual(SCOPES.filter((scope) => scope.endsWith(':read')));
  expect(readOnly.getAttribute('aria-pressed')).toBe('true');
  await app.user.click(section.getByLabelText(/Sign devices out/));
  expect(readOnly.getAttribute('aria-pressed')).toBe('false');
  await app.user.click(everything);
  expect(checkedScopes()).toEqual(SCOPES);
  expect([readOnly, everything].map((button) => button.getAttribute('aria-pressed'))).toEqual([
    'false',
    'true',
  ]);
});

test('shows a missing value at its field and focuses it', async () => {
  using app = openTokens();
  const section = within(await openForm(app));
  const name = section.getByLabelText('Name');
  await app.user.clear(name);
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(section.getByText('Enter a name.')).toBeDefined();
  expect(document.activeElement).toBe(name);
  await app.fill(name, 'Nightly{Enter}');
  expect(section.queryByText('Enter a name.')).toBeNull();
  const scopes = section.getByRole('group', { name: 'What may it do?' });
  expect(within(scopes).getByText('Choose at least one thing that it may do.')).toBeDefined();
  expect(scopes.contains(document.activeElement)).toBe(true);
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByLabelText('On a day'));
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(section.getByText('Choose a day.')).toBeDefined();
  expect(document.activeElement).toBe(section.getByLabelText('Last day'));
  expect(app.inputsOf('accessTokens.create')).toEqual([]);
});

test('sends the end of the chosen day and shows the server’s error at the field', async () => {
  using app = openTokens([], {
    create: () => {
      const issue = { path: ['expires'], key: 'expiry-too-late' as const, message: 'x' };
      throw new Failure('INVALID_INPUT', { issues: [issue] });
    },
  });
  const section = await openFormAs(app, 'Nightly');
  await app.user.click(section.getByLabelText(/See your phone number/));
  await app.user.click(section.getByLabelText('On a day'));
  await app.user.type(section.getByLabelText('Last day'), '2029-01-31');
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  expect(await section.findByText('Choose a day within a year.')).toBeDefined();
  expect(document.activeElement).toBe(section.getByLabelText('Last day'));
  const sent = app.inputsOf('accessTokens.create')[0];
  expect(sent).toMatchObject({ expires: new Date(2029, 0, 31, 23, 59, 59, 999).toISOString() });
});

test.each([
  ['In 7 days', new Date(Date.now() + 7 * DAY_MS - 60_000)],
  ['On a day', new Date(2029, 0, 31, 23, 59, 59, 999)],
])(
  'opens the form with what was sent when the server refuses it after a return from a provider: %s',
  async (choice, expires) => {
    const input = { name: 'Nightly', scopes: ['phone:read'], expires: expires.toISOString() };
    const record = { userId: 'user-1', keptAt: Date.now(), kind: 'create-access-token', input };
    sessionStorage.setItem('foyer.action-to-resume', JSON.stringify(record));
    const query = '?outcome=verified&provider=demo-one';
    using app = openTokens([], { create: failWith('TOO_MANY_ACCESS_TOKENS') }, { query });
    const section = within(await app.findByRole('region', { name: 'New token' }));
    expect((await section.findByRole('alert')).textContent).toContain('Revoke one that you no longer need.');
    expect(section.getByLabelText<HTMLInputElement>('Name').value).toBe('Nightly');
    expect(section.getByLabelText<HTMLInputElement>(/See your phone number/).checked).toBe(true);
    expect(section.getByLabelText<HTMLInputElement>(choice).checked).toBe(true);
  },
);

const ORDERS = [
  {
    name: 'orders:read',
    label: { en: 'See your orders', de: 'Ihre Bestellungen sehen' },
    description: null,
  },
  {
    name: 'orders:write',
    label: { en: 'Change your orders' },
    description: { en: 'Also cancels them.' },
  },
];

test('offers the scopes of the application with their words, but in no preset', async () => {
  const made = anAccessToken({ name: 'Shop', scopes: ['orders:write'] });
  using app = openTokens([], {
    ownScopes: () => ORDERS,
    create: () => ({ token: SECRET, accessToken: made }),
  });
  const section = await openFormAs(app, 'Shop');
  const group = within(await section.findByRole('group', { name: 'In the applications of this site' }));
  const write = group.getByRole('checkbox', { name: /Change your orders Also cancels them\. ?orders:write/ });
  for (const preset of [/Read only/, /Everything/]) {
    await app.user.click(section.getByRole('button', { name: preset }));
    expect(group.queryAllByRole('checkbox', { checked: true })).toEqual([]);
  }
  await app.user.click(section.getByRole('button', { name: /Everything/ }));
  for (const box of section.getAllByRole<HTMLInputElement>('checkbox', { checked: true }))
    await app.user.click(box);
  await app.user.click(write);
  await app.user.click(section.getByRole('button', { name: 'Create token' }));
  await screen.findByRole('region', { name: '“Shop” is ready' });
  const sent = app.inputsOf('accessTokens.create')[0];
  expect(sent).toMatchObject({ scopes: ['orders:write'] });
});

test('marks the English words of a scope on an Arabic page', async () => {
  using app = openTokens([], { ownScopes: () => ORDERS }, { locale: 'ar' });
  await app.user.click(await screen.findByRole('button', { name: 'رمز جديد' }));
  for (const text of ['Change your orders', 'Also cancels them.']) {
    const words = await screen.findByText(text);
    expect([words.tagName, words.lang]).toEqual(['BDI', 'en']);
  }
  // The words of the page's own language need no mark.
  expect(document.querySelectorAll('bdi[lang]:not([lang="en"])')).toHaveLength(0);
});

test('says the words of the application’s scopes at a token', async () => {
  const scopes = ['profile:read', 'orders:write', 'orders:gone'];
  using app = openTokens([anAccessToken({ name: 'Shop', scopes })], { ownScopes: () => ORDERS });
  await screen.findByText('Change your orders');
  const list = within(screen.getByRole('list', { name: 'What may it do?' }));
  expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'profile:read',
    'orders:writeChange your orders',
    'orders:gone',
  ]);
  expect(app.inputsOf('accessTokens.ownScopes')).toHaveLength(1);
});

test('shows the scopes of the application in German, and in English where German is missing', async () => {
  using app = openTokens([], { ownScopes: () => ORDERS }, { locale: 'de' });
  await app.user.click(await screen.findByRole('button', { name: 'Neues Token' }));
  expect(await screen.findByText('Ihre Bestellungen sehen')).toBeDefined();
  expect(screen.getByText('Change your orders')).toBeDefined();
});

test('says that a token may do nothing when all of its scopes are gone', async () => {
  using _app = openTokens([anAccessToken({ name: 'Shop', scopes: [] })]);
  expect(await screen.findByText(/This token can do nothing now/)).toBeDefined();
});
