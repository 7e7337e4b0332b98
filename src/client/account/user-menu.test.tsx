import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { plainBrand } from '../../shared/brand.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { aListedSession, aSession } from '../../testing/client/answers.ts';
import { renderApp } from '../../testing/client/render-app.tsx';

const APP_URL = 'https://acme.example/app';

function openAccount({
  user,
  appUrl = APP_URL,
  path = '/account/devices',
  roles = [],
}: { user?: Partial<Session['user']>; appUrl?: string | null; path?: string; roles?: string[] } = {}) {
  return renderApp(
    path,
    {
      session: { get: () => ({ ...aSession(user), roles }), list: () => [aListedSession({ current: true })] },
    },
    { page: { brand: { ...plainBrand(location.origin), name: 'Acme', appUrl } } },
  );
}

const menuButton = () => screen.findByRole('button', { name: /^Account menu of/ });
const menuItems = () => screen.queryAllByRole('menuitem').map(({ textContent }) => textContent);
const focusedText = () => document.activeElement?.textContent;

test('the menu says who is signed in and leads to the account, the app and the sign-out', async () => {
  using app = openAccount();
  const button = await menuButton();
  expect(button.getAttribute('aria-expanded')).toBe('false');
  await app.user.click(button);
  expect(button.getAttribute('aria-expanded')).toBe('true');
  const menu = screen.getByRole('menu', { name: 'Account menu of Ada Lovelace' });
  const person = document.getElementById(menu.getAttribute('aria-describedby') ?? '');
  expect(person?.textContent).toBe('Ada Lovelaceada@example.com');
  const hrefs = within(menu)
    .getAllByRole('menuitem')
    .map((item) => [item.textContent, item.getAttribute('href')]);
  expect(hrefs).toEqual([
    ['Your account', '/account'],
    ['Back to Acme', APP_URL],
    ['Sign out', '/sign-out'],
  ]);
});

test('only an administrator finds the link to the pages for administrators', async () => {
  using app = openAccount({ roles: ['administrator'] });
  await app.user.click(await menuButton());
  expect(screen.getByRole('menuitem', { name: 'Administration' }).getAttribute('href')).toBe('/admin');
});

test('without APP_URL no link leads back', async () => {
  using app = openAccount({ appUrl: null });
  await app.user.click(await menuButton());
  expect(menuItems()).toEqual(['Your account', 'Sign out']);
  expect(screen.queryByRole('link', { name: /^Back to/ })).toBeNull();
});

test('with APP_URL the header and the logo lead back in one click', async () => {
  using _app = openAccount();
  expect((await screen.findByRole('link', { name: 'Back to Acme' })).getAttribute('href')).toBe(APP_URL);
  expect(screen.getByRole('link', { name: /^Acme/ }).getAttribute('href')).toBe(APP_URL);
});

test('a person without a name is called by the address', async () => {
  using _app = openAccount({ user: { name: null } });
  expect(await screen.findByRole('button', { name: 'Account menu of ada@example.com' })).toBeDefined();
});

test('Enter, space and arrows open the menu on an item, and Escape closes it and returns the focus', async () => {
  using app = openAccount();
  const button = await menuButton();
  button.focus();
  for (const [key, item] of [
    ['{Enter}', 'Your account'],
    [' ', 'Your account'],
    ['{ArrowDown}', 'Your account'],
    ['{ArrowUp}', 'Sign out'],
  ] as const) {
    await app.user.keyboard(key);
    expect([key, focusedText()]).toEqual([key, item]);
    await app.user.keyboard('{Escape}');
    expect(menuItems()).toEqual([]);
    expect(document.activeElement).toBe(button);
  }
});

test('arrows, Home and End move through the items, and around their ends', async () => {
  using app = openAccount();
  (await menuButton()).focus();
  const visited: unknown[] = [];
  for (const key of ['{ArrowDown}', '{ArrowDown}', '{End}', '{ArrowDown}', '{ArrowUp}', '{Home}']) {
    await app.user.keyboard(key);
    visited.push(focusedText());
  }
  expect(visited).toEqual([
    'Your account',
    'Back to Acme',
    'Sign out',
    'Your account',
    'Sign out',
    'Your account',
  ]);
});

test('Tab closes the menu and goes on from its button', async () => {
  using app = openAccount();
  await app.user.click(await menuButton());
  await app.user.tab();
  expect(menuItems()).toEqual([]);
  expect(focusedText()).toBe('Profile');
});

test('a press outside closes the menu', async () => {
  using app = openAccount();
  await app.user.click(await menuButton());
  await app.user.click(screen.getByRole('heading', { name: 'Devices', level: 1 }));
  expect(menuItems()).toEqual([]);
});

test('"Your account" closes the menu and opens the profile', async () => {
  using app = openAccount();
  await app.user.click(await menuButton());
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { name: 'Profile', level: 1 });
  expect(menuItems()).toEqual([]);
});

test('"Your account" on the profile itself returns the focus to the button', async () => {
  using app = openAccount({ path: '/account' });
  const button = await menuButton();
  await app.user.click(button);
  await app.user.keyboard('{Enter}');
  expect(menuItems()).toEqual([]);
  expect(document.activeElement).toBe(button);
});
