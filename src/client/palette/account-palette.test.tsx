import { fireEvent, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { plainBrand } from '../../shared/brand.ts';
import type { Session } from '../../shared/schemas/session.ts';
import { aListedSession, aSession } from '../../testing/client/answers.ts';
import { renderApp } from '../../testing/client/render-app.tsx';

async function openPalette({
  roles = [] as string[],
  key = { key: 'k', code: 'KeyK' },
  links = {},
  impersonation = null as Session['impersonation'],
} = {}) {
  const app = renderApp(
    '/account/devices',
    {
      session: {
        get: () => ({ ...aSession(), roles, impersonation }),
        list: () => [aListedSession({ current: true })],
      },
    },
    { page: { brand: { ...plainBrand(location.origin), links } } },
  );
  await screen.findByRole('heading', { level: 1, name: 'Devices' });
  fireEvent.keyDown(document.body, { ctrlKey: true, ...key });
  await screen.findByRole('combobox', { name: 'Search' });
  return app;
}

const optionNames = () => screen.queryAllByRole('option').map((option) => option.textContent);

test('the palette of the account has its pages, actions and documents, and asks the server for nobody', async () => {
  using app = await openPalette({ links: { terms: 'https://acme.example/terms' } });
  expect(optionNames()).toEqual([
    'Profile',
    'Sign-in methods',
    'Devices',
    'Activity',
    'Access tokens',
    'Your data',
    'Change your name',
    'Change the language',
    'Create an access token',
    'Export your data',
    'Delete your account',
    'Sign out',
    'For developers',
    'Description of all procedures (OpenAPI 3.1)',
    'Configuration of sign-ins (OpenID Connect)',
    'Terms',
  ]);
  expect(screen.getByRole('option', { name: 'Terms' }).getAttribute('href')).toBe(
    'https://acme.example/terms',
  );
  await app.user.keyboard('password');
  expect(optionNames()).toEqual(['Sign-in methods']);
  await app.user.keyboard('{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Sign-in methods' });
  expect(app.inputsOf('users.list')).toEqual([]);
});

test('only an administrator finds the console there', async () => {
  using app = await openPalette({ roles: ['administrator'] });
  await app.user.keyboard('administration');
  expect(optionNames()).toEqual(['Administration']);
});

test('on an Arabic keyboard, the key at the place of K opens the palette', async () => {
  using _app = await openPalette({ key: { key: 'ن', code: 'KeyK' } });
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Search' }));
});

test('it offers no change while an administrator acts as the person', async () => {
  using app = await openPalette({
    impersonation: { administratorId: 'admin-1', administratorName: 'Ada', reason: 'Ticket 4711' },
  });
  const names = optionNames();
  expect(names).toContain('Your data');
  expect(names).toContain('Sign out');
  for (const change of ['Change your name', 'Create an access token', 'Delete your account'])
    expect(names).not.toContain(change);
  await app.user.keyboard('{Escape}');
});

test('"Change your name" opens the form, also where the page is there already', async () => {
  using app = await openPalette();
  const openForm = async () => {
    await app.user.keyboard('change your name{Enter}');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
  };
  await openForm();
  await app.user.keyboard('{Escape}');
  expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
  await app.user.keyboard('{Control>}k{/Control}');
  await screen.findByRole('combobox', { name: 'Search' });
  await openForm();
});

test('"Change the language" opens the form', async () => {
  using app = await openPalette();
  await app.user.keyboard('change the language{Enter}');
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Language' })),
  );
});

test.each([{ shiftKey: true }, { altKey: true }])('with %o, Ctrl K is left to the browser', async (held) => {
  using app = await openPalette();
  const press = () =>
    fireEvent.keyDown(document.activeElement ?? document.body, {
      ctrlKey: true,
      key: 'k',
      code: 'KeyK',
      ...held,
    });
  // `false` is a key that was taken.
  expect(press()).toBe(true);
  expect(screen.queryByRole('combobox', { name: 'Search' })).not.toBeNull();
  await app.user.keyboard('{Escape}');
  expect(press()).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
});
