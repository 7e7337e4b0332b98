import '../../testing/client/browser.ts';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import type { SignedOutPage } from '../../shared/signed-out-page.ts';
import { aProvider } from '../../testing/client/answers.ts';
import { renderSignedOutPage } from './render.tsx';
import { startSignedOutPages } from './start-signed-out-pages.tsx';

const page: SignedOutPage = {
  name: 'sign-in',
  address: '/sign-in',
  origin: location.origin,
  locale: 'en',
  providers: [aProvider('demo-one', 'Demo One')],
  pendingLink: null,
  isSignedIn: false,
  account: null,
  hasOutbox: false,
  failedForm: null,
  completedForm: null,
};

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

test('shows what to do, and reports it, when a page cannot be rendered', async () => {
  const posted: unknown[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    posted.push([url, init.body]);
    return Response.json(null);
  });
  // React tells of the difference between the two renderings before it gives up.
  vi.stubGlobal('reportError', () => {});
  const element = document.createElement('div');
  document.body.append(element);
  element.innerHTML = renderSignedOutPage(page).markup;
  const broken = aProvider('demo-one', 'Demo One');
  Object.defineProperty(broken, 'name', {
    get() {
      throw new Error('no name');
    },
  });
  await startSignedOutPages(element, { page: { ...page, providers: [broken] }, applicationFiles: [] });
  expect(await screen.findByRole('heading', { name: 'Server error' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Code: INTERNAL');
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined();
  expect(posted).toContainEqual([
    'http://localhost:3000/auth/_log',
    JSON.stringify({ code: 'INTERNAL', message: 'Error: no name', path: '/' }),
  ]);
});
