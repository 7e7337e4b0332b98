import { act, screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { ERRORS, type ErrorCode } from '../../shared/errors/catalogue.ts';
import { aSession } from '../../testing/client/answers.ts';
import { ISSUES, makeIssue } from '../../shared/issues.ts';
import { installPasskeyBrowser } from '../../testing/client/passkey-browser.ts';
import { failWith, renderApp, type Answers } from '../../testing/client/render-app.tsx';

const LEADS_TO_PROVIDER: Answers = { session: { signInWith: () => ({ url: 'https://identity.example/' }) } };

test('shows the title, the mail form once and every provider', async () => {
  using app = renderApp('/sign-in');
  expect(await screen.findByRole('heading', { level: 1, name: 'Sign in' })).toBeDefined();
  expect(screen.getByLabelText('Email address').getAttribute('autocomplete')).toBe('username');
  await screen.findByRole('button', { name: 'Continue with Demo One' });
  const buttons = ['DDemo One', 'DDemo Two', 'Show', 'Sign in', 'Email me a link'];
  // The button for a passkey goes when the browser turns out to have none.
  await waitFor(() =>
    expect(
      within(screen.getByRole('main'))
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(buttons),
  );
  expect(document.title).toBe(`Sign in · ${location.host}`);
  expect(app.left).toEqual([]);
});

test('goes to the server’s URL for a provider, with the callback URL', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount%2Fsign-in-methods', LEADS_TO_PROVIDER);
  await app.user.click(await screen.findByRole('button', { name: 'Continue with Demo Two' }));
  await waitFor(() => expect(app.left).toEqual(['https://identity.example/']));
  expect(app.calls.at(-1)).toEqual({
    procedure: 'session.signInWith',
    input: { provider: 'demo-two', callbackUrl: '/account/sign-in-methods' },
  });
});

const SIGNED_IN: Answers = { session: { get: () => aSession() } };

// `callback-url.test.ts` has every form of a foreign address.
test.each(['//evil.example', 'javascript:alert(1)'])('never goes on to %s', async (callbackUrl) => {
  using app = renderApp(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`, SIGNED_IN);
  await waitFor(() => expect(app.address()).toBe('/account'));
  expect(app.left).toEqual([]);
});

test('sends no callback URL of another site, and no link or field has it', async () => {
  using app = renderApp('/sign-in?callbackUrl=https%3A%2F%2Fevil.example%2F', LEADS_TO_PROVIDER);
  await app.user.click(await screen.findByRole('button', { name: 'Continue with Demo One' }));
  await waitFor(() => expect(app.left).toHaveLength(1));
  expect(app.calls.at(-1)?.input).toEqual({ provider: 'demo-one' });
  expect(app.container.innerHTML).not.toContain('evil.example');
});

test('redirects a signed-in visitor to the callback URL', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount%2Fsign-in-methods', SIGNED_IN);
  await waitFor(() => expect(app.address()).toBe('/account/sign-in-methods'));
});

// The start page may belong to an application of the operator.
test.each(['/shop?item=1', '/'])('leaves the callback URL %s to the server', async (callbackUrl) => {
  using app = renderApp(`/sign-in?callbackUrl=${encodeURIComponent(callbackUrl)}`, SIGNED_IN);
  await waitFor(() => expect(app.left).toEqual([callbackUrl]));
});

test('requests a link and goes to "Check your email"', async () => {
  using app = renderApp('/sign-in', {
    session: { requestLink: ({ email }) => ({ email: email.toLowerCase(), resendAfter: 30 }) },
  });
  await app.fill(await screen.findByLabelText('Email address'), 'Ada@example.com{Enter}');
  await screen.findByRole('heading', { level: 1, name: 'Check your email' });
  expect(app.address()).toBe('/check-email?email=ada%40example.com');
  expect(document.activeElement).toBe(screen.getByLabelText('Code from the mail'));
});

test('shows an invalid address at the field', async () => {
  using app = renderApp('/sign-in', {
    session: { requestLink: failWith('INVALID_INPUT', { issues: [makeIssue('email', 'address-invalid')] }) },
  });
  const field = await screen.findByLabelText('Email address');
  await app.fill(field, 'nonsense{Enter}');
  expect(await screen.findByText(ISSUES['address-invalid'])).toBeDefined();
  expect(field.getAttribute('aria-invalid')).toBe('true');
  expect(document.activeElement).toBe(field);
});

const codesShownHere = (Object.keys(ERRORS) as ErrorCode[]).filter(
  (code) => ERRORS[code].place === 'sign-in' && code !== 'SessionRequired',
);
test.each(codesShownHere)('shows the texts and the code of %s', async (code) => {
  using app = renderApp(`/sign-in?error=${code}`, { accounts: { pendingLink: () => null } });
  const alert = await screen.findByRole('alert');
  for (const words of [ERRORS[code].title, ERRORS[code].message, ERRORS[code].hint, `Code: ${code}`]) {
    expect(alert.textContent).toContain(words);
  }
  expect(app.address()).toBe(`/sign-in?error=${code}`);
});

test('lets a signed-in person sign in again to verify', async () => {
  using app = renderApp('/sign-in?error=SESSION_NOT_FRESH&callbackUrl=%2Faccount', SIGNED_IN);
  expect(await screen.findByRole('button', { name: 'Continue with Demo One' })).toBeDefined();
  expect(app.address()).toContain('/sign-in');
});

const SIX: Answers['providers'] = {
  list: () =>
    ['One', 'Two', 'Three', 'Four', 'Five', 'Six'].map((name) => ({
      id: name.toLowerCase(),
      name,
      type: 'oidc' as const,
      mark: null,
      signInUrl: '/',
      linked: false,
    })),
};

/** The names of the buttons and links for sign-in, in the order of the page. */
const waysOf = async () => {
  await screen.findByRole('heading', { name: 'Sign in' });
  return [...document.querySelectorAll('main :is(button, a[href])')]
    .map((way) => way.getAttribute('aria-label') ?? way.textContent)
    .filter((name) => /^(DContinue|Continue|Sign in|Email me|Use )/.test(name));
};

test.each([
  ['passkey', 'Use a passkeyLast used'],
  ['phone', 'Use your phoneLast used'],
  ['password', 'Sign inLast used'],
  ['demo-two', 'Continue with Demo Two Last used'],
])('shows the method that was used last first: %s', async (lastUsed, first) => {
  using _ = installPasskeyBrowser({});
  using _app = renderApp('/sign-in', {}, { page: { lastUsed, offersPhone: true } });
  const ways = await waysOf();
  expect(ways[0]).toBe(first);
  expect(ways).toHaveLength(6);
});

test('folds the further ways of a site with more than four providers, but not the last used one', async () => {
  using app = renderApp('/sign-in', { providers: SIX }, { page: { lastUsed: 'six', offersPhone: true } });
  const more = (await screen.findByText('More ways to sign in')).closest('details');
  expect(more?.open).toBe(false);
  const folded = [...(more?.querySelectorAll('button, a') ?? [])].map(({ textContent }) => textContent);
  expect(folded).toEqual(expect.arrayContaining(['FFour', 'FFive', 'Use your phone']));
  const shown = (await waysOf()).slice(0, 4);
  expect(shown).toEqual([
    'Continue with Six Last used',
    'Continue with One',
    'Continue with Two',
    'Continue with Three',
  ]);
  expect(app.left).toEqual([]);
});

test('counts down after too many attempts, then enables the button', async () => {
  using app = renderApp('/sign-in', {
    session: { requestLink: failWith('RATE_LIMITED', { retryAfter: 2 }) },
  });
  await app.fill(await screen.findByLabelText('Email address'), 'ada@example.com{Enter}');
  expect((await screen.findByRole('alert')).textContent).toMatch(/You can try again in [12] s\./);
  const button = screen.getByRole('button', { name: 'Email me a link' });
  expect(button.hasAttribute('disabled')).toBe(true);
  // Typing renders the form anew, which must not start the wait anew.
  await app.fill(screen.getByLabelText('Email address'), 'x');
  expect(await screen.findByText('You can try again now.')).toBeDefined();
  // The notice and the form count by timers of their own.
  await waitFor(() => expect(button.hasAttribute('disabled')).toBe(false));
});

test('resets the buttons when the back button restores the page', async () => {
  using app = renderApp('/sign-in', LEADS_TO_PROVIDER);
  const other = await screen.findByRole('button', { name: 'Continue with Demo Two' });
  await app.user.click(screen.getByRole('button', { name: 'Continue with Demo One' }));
  await waitFor(() => expect(app.left).toHaveLength(1));
  expect(other.hasAttribute('disabled')).toBe(true);
  act(() => void dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await waitFor(() => expect(other.hasAttribute('disabled')).toBe(false));
});

test('shows and reports a browser that refuses to go to the provider', async () => {
  using app = renderApp('/sign-in?callbackUrl=%2Faccount', LEADS_TO_PROVIDER, {
    leave: () => {
      throw new DOMException('no way to https://identity.example/?state=secret', 'SecurityError');
    },
  });
  await app.user.click(await screen.findByRole('button', { name: 'Continue with Demo One' }));
  expect((await screen.findByRole('alert')).textContent).toContain('Code: OAuthSignin');
  expect(screen.getByRole('button', { name: 'Continue with Demo Two' }).hasAttribute('disabled')).toBe(false);
  await waitFor(() =>
    expect(app.reported).toEqual([
      {
        url: 'http://localhost:3000/auth/_log',
        body: {
          code: 'OAuthSignin',
          message: 'SecurityError: no way to https://identity.example/?…',
          provider: 'demo-one',
          path: '/sign-in',
        },
      },
    ]),
  );
});

test('says so when there is no sign-in method', async () => {
  using app = renderApp('/sign-in', { providers: { list: () => [] } });
  expect(await screen.findByText('No sign-in method yet')).toBeDefined();
  expect(screen.queryByLabelText('Email address')).toBeNull();
  expect(app.left).toEqual([]);
});
