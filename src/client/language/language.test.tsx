import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { aProfile, anAccount } from '../../testing/client/answers.ts';
import { failWith, renderApp } from '../../testing/client/render-app.tsx';

test('the sign-in page is German from its first moment, its title too', async () => {
  using app = renderApp('/sign-in', {}, { locale: 'de' });
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeDefined();
  expect(await screen.findByRole('button', { name: 'Weiter mit Demo One' })).toBeDefined();
  expect(document.title).toBe(`Anmelden · ${location.host}`);
  expect(document.documentElement.lang).toBe('de');
  expect(app.keptLocales).toEqual([]);
});

test('another language is spoken in place, by the keyboard too: what was typed stays, and the browser keeps it', async () => {
  using app = renderApp('/sign-in');
  const email = await screen.findByLabelText('Email address');
  await app.fill(email, 'ada@example.com');
  const languages = screen.getByRole('group', { name: 'Language' });
  expect(within(languages).getByRole('button', { name: 'English', pressed: true })).toBeDefined();
  const german = within(languages).getByRole('button', { name: 'Deutsch', pressed: false });
  expect(german.lang).toBe('de');
  german.focus();
  await app.user.keyboard('{Enter}');
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmelden' })).toBeDefined();
  expect(screen.getByLabelText<HTMLInputElement>('E-Mail-Adresse').value).toBe('ada@example.com');
  expect(screen.getByLabelText('E-Mail-Adresse')).toBe(email);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Deutsch', pressed: true }));
  expect(document.documentElement.lang).toBe('de');
  expect(app.keptLocales).toEqual(['de']);
});

test('Arabic turns the page round in place, and English turns it back', async () => {
  using app = renderApp('/sign-in');
  const email = await screen.findByLabelText('Email address');
  expect(document.documentElement.dir).toBe('ltr');
  const arabic = screen.getByRole('button', { name: 'العربية' });
  expect(arabic.lang).toBe('ar');
  await app.user.click(arabic);
  expect(await screen.findByRole('heading', { level: 1, name: 'تسجيل الدخول' })).toBeDefined();
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['ar', 'rtl']);
  // An address is read from left to right in every language.
  expect(email.dir).toBe('ltr');
  expect(screen.getByRole('button', { name: /Demo One/ }).ariaLabel).toContain('\u2068Demo One\u2069');
  await app.user.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined();
  expect(document.documentElement.dir).toBe('ltr');
});

test('what a failure says changes with the language, what the server said of a field too', async () => {
  using app = renderApp('/sign-up', {
    password: { signUp: failWith('RATE_LIMITED', { retryAfter: 90 }) },
  });
  await app.fill(await screen.findByLabelText('Name (optional)'), 'Ada');
  await app.fill(screen.getByLabelText('Email address'), 'ada@example.com');
  await app.fill(screen.getByLabelText('Password'), 'a long enough password{Enter}');
  expect((await screen.findByRole('alert')).textContent).toContain('You can try again in 2 min.');
  await app.user.click(screen.getByRole('button', { name: 'Deutsch' }));
  await waitFor(() =>
    expect(screen.getByRole('alert').textContent).toContain(
      'Das wurde zu oft versucht. Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
    ),
  );
  expect(screen.getByRole('alert').textContent).toContain('In 2 min können Sie es noch einmal versuchen.');
  expect(screen.getByRole('alert').textContent).toContain('Fehlercode: RATE_LIMITED · Anfrage: request-1');
});

test('a signed-in person is spoken to in their own language, whatever this browser spoke before', async () => {
  using app = renderApp(
    '/account/sign-in-methods',
    { accounts: { list: () => [anAccount()] }, profile: { get: () => aProfile({ locale: 'de' }) } },
    { locale: 'en' },
  );
  expect(await screen.findByRole('heading', { level: 1, name: 'Anmeldemethoden' })).toBeDefined();
  // As Germans write a day.
  expect(await screen.findByText(/Verbunden am 02\.10\.2026/)).toBeDefined();
  expect(screen.queryByRole('group', { name: 'Sprache' })).toBeNull();
  expect(app.keptLocales).toEqual([]);
});

test('a language that is not saved is not spoken', async () => {
  using app = renderApp('/account', { profile: { update: failWith('UNAVAILABLE') } });
  await app.user.click(await screen.findByRole('button', { name: 'Change language' }));
  await app.user.selectOptions(await screen.findByRole('combobox', { name: 'Language' }), 'Deutsch');
  await app.user.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Try again in a moment.');
  await app.user.click(screen.getByRole('button', { name: 'Cancel' }));
  expect(screen.getByRole('region', { name: 'Language' }).textContent).toContain('English');
  expect(screen.getByRole('heading', { level: 1, name: 'Profile' })).toBeDefined();
});
