import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { aPendingLink } from '../../testing/client/answers.ts';
import { METHODS } from '../../testing/providers/linking-answers.ts';
import { renderApp, type Answers } from '../../testing/client/render-app.tsx';
import { LOCALES } from '../../shared/locale.ts';
import type { FailedForm } from '../../shared/signed-out-page.ts';

const ANSWERS: Answers = { providers: { discover: () => null } };

function fieldOf(label: string): HTMLInputElement {
  const field = screen.getByLabelText(label);
  if (!(field instanceof HTMLInputElement)) throw new Error(`${label} is no input`);
  return field;
}

/** Types as a browser does while no script listens. */
function typeBeforeScript(field: HTMLInputElement, text: string, caret = text.length): void {
  field.focus();
  field.value = text;
  field.setSelectionRange(caret, caret);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Until the script has taken the page over: forms leave the browser's own checks on before. */
const untilInteractive = () =>
  waitFor(() => expect(document.querySelector('form[novalidate]:not([action="/locale"])')).not.toBeNull());

test('looks up the organisation of an address that was typed before the script', async () => {
  using app = renderApp('/sign-in', ANSWERS, {
    beforeScript: () => typeBeforeScript(fieldOf('Email address'), 'ada@example.com'),
  });
  await waitFor(() =>
    expect(app.inputsOf('providers.discover')).toContainEqual({ email: 'ada@example.com' }),
  );
});

test('the sign-up form keeps and sends what was typed before the script', async () => {
  using app = renderApp('/sign-up', ANSWERS, {
    beforeScript: () => {
      typeBeforeScript(fieldOf('Email address'), 'ada@example.com');
      typeBeforeScript(fieldOf('Password'), 'plover gantry umbel frisk');
      typeBeforeScript(fieldOf('Name (optional)'), 'Ada', 1);
    },
  });
  await screen.findByRole('heading', { name: 'Create an account' });
  await untilInteractive();
  const name = fieldOf('Name (optional)');
  expect(document.activeElement).toBe(name);
  expect(name.selectionStart).toBe(1);
  await app.user.click(screen.getByRole('button', { name: 'Create account' }));
  await waitFor(() =>
    expect(app.inputsOf('password.signUp')).toContainEqual({
      name: 'Ada',
      email: 'ada@example.com',
      password: 'plover gantry umbel frisk',
    }),
  );
});

test('the browser checks the fields of a form until the script does', async () => {
  let isChecked: boolean | undefined;
  using app = renderApp('/sign-in', ANSWERS, {
    beforeScript: () => {
      isChecked = fieldOf('Email address').form?.noValidate === false && fieldOf('Email address').required;
    },
  });
  await waitFor(() => expect(isChecked).toBe(true));
  await untilInteractive();
  expect(fieldOf('Email address').form?.noValidate).toBe(true);
  expect(app.left).toEqual([]);
});

const FAILED: FailedForm = {
  values: { email: 'ada@example.com', name: 'Ada', way: 'password' },
  failure: { appCode: 'RATE_LIMITED', requestId: 'request-1', retryAfter: 60 },
};

test.each([
  ['/sign-in?error=OAuthCallback&email=ada%40example.com&callbackUrl=%2Faccount', null],
  ['/sign-in?error=SessionRequired&sessionEnded=here', null],
  ['/sign-in', FAILED],
  ['/sign-up?email=ada%40example.com', FAILED],
  ['/forgot-password', FAILED],
  ['/forgot-password?email=ada%40example.com&sent=true', null],
  ['/check-email?email=ada%40example.com&isSignUp=true', FAILED],
  ['/sign-in?error=OAuthAccountNotLinked&callbackUrl=%2Faccount', null],
  ['/confirm-address', null],
])('the browser takes over exactly the markup of %s, in every language', async (address, failedForm) => {
  const pending = aPendingLink(address.startsWith('/sign-in') ? { methods: METHODS } : {});
  for (const locale of LOCALES) {
    let nodes: Element[] = [];
    using app = renderApp(
      address,
      { ...ANSWERS, accounts: { pendingLink: () => pending } },
      {
        locale,
        page: { failedForm, hasOutbox: true },
        beforeScript: () => {
          nodes = [...document.body.querySelectorAll('main *')];
        },
      },
    );
    await waitFor(() => expect(nodes.length).toBeGreaterThan(5));
    await waitFor(() => expect(document.querySelector('main *')).not.toBeNull());
    // React replaces the whole page when its own markup differs.
    expect(document.querySelector('main *')).toBe(nodes[0]);
    expect(app.container.querySelector('[style]'), 'the policy allows no style attributes').toBeNull();
  }
});

test('a difference between server and browser fails a test', async () => {
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
  const uncaught = vi.fn((event: ErrorEvent) => event.preventDefault());
  addEventListener('error', uncaught);
  using app = renderApp('/sign-in', ANSWERS, {
    beforeScript: () => {
      const heading = document.querySelector('h1');
      if (heading) heading.textContent = 'Log in';
    },
  });
  expect(await screen.findByRole('heading', { name: 'Sign in' })).toBeDefined();
  await waitFor(() => expect(uncaught.mock.calls.length + consoleError.mock.calls.length).toBeGreaterThan(0));
  removeEventListener('error', uncaught);
  consoleError.mockRestore();
  expect(app.left).toEqual([]);
});
