import '../../testing/client/browser.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { plainBrand, type Brand } from '../../shared/brand.ts';
import { aSignInPage } from '../../testing/client/answers.ts';
import { renderSignedOutPage } from '../sign-in/render.tsx';

const BRAND: Brand = {
  ...plainBrand(location.origin),
  name: 'Harbour Bank',
  words: {
    en: { signIn: { title: 'Hello again' }, common: { continueWith: 'Use {0}' } },
    de: { signIn: { title: 'Schön, Sie zu sehen' } },
  },
};

const page = aSignInPage({ brand: BRAND });

// The words of the operator are set once for a document, so this test has modules of its own.
beforeEach(() => {
  vi.resetModules();
});
afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

test('a page with words of the operator is taken over as the server rendered it, and says them in another language too', async () => {
  // React reports each difference between both renderings.
  const reportError = vi.fn();
  vi.stubGlobal('reportError', reportError);
  vi.stubGlobal('fetch', async () => Response.json({ result: { data: null } }));
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderSignedOutPage(page).markup;
  document.documentElement.lang = 'en';
  const heading = screen.getByRole('heading', { level: 1, name: 'Hello again' });
  const button = screen.getByRole('button', { name: 'Use Demo One' });

  const { startSignedOutPages } = await import('../sign-in/start-signed-out-pages.tsx');
  // All files of a worker share one window, whose focus makes the page look for a session.
  onTestFinished(await startSignedOutPages(element, { page, applicationFiles: [] }));
  fireEvent.click(await screen.findByRole('button', { name: 'Deutsch' }));

  expect(await screen.findByRole('heading', { level: 1, name: 'Schön, Sie zu sehen' })).toBe(heading);
  // The operator has no German word for it.
  expect(screen.getByRole('button', { name: 'Weiter mit Demo One' })).toBe(button);
  fireEvent.click(screen.getByRole('button', { name: 'English' }));
  expect(await screen.findByRole('heading', { level: 1, name: 'Hello again' })).toBe(heading);
  expect(reportError).not.toHaveBeenCalled();
});
