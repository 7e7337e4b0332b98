import '../../testing/client/browser.ts';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { aProvider, aSession, aSignInPage } from '../../testing/client/answers.ts';
import { renderSignedOutPage } from './render.tsx';
import { startSignedOutPages } from './start-signed-out-pages.tsx';

const page = aSignInPage();

// As the server does.
beforeEach(() => void (document.documentElement.lang = page.locale));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
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
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderSignedOutPage(page).markup;
  const broken = aProvider('demo-one', 'Demo One');
  Object.defineProperty(broken, 'name', {
    get() {
      throw new Error('no name');
    },
  });
  const unmount = await startSignedOutPages(element, {
    page: { ...page, providers: [broken] },
    applicationFiles: [],
  });
  onTestFinished(unmount);
  expect(await screen.findByRole('heading', { name: 'Server error' })).toBeDefined();
  expect(screen.getByRole('alert').textContent).toContain('Code: INTERNAL');
  expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined();
  expect(posted).toContainEqual([
    'http://localhost:3000/auth/_log',
    JSON.stringify({ code: 'INTERNAL', message: 'Error: no name', path: '/' }),
  ]);
});

test('starts the application once, however often it finds the session', async () => {
  vi.stubGlobal('fetch', async (url: string) => {
    // The pages of the application wait for the rest.
    if (!url.startsWith('/trpc/session.get')) return new Promise<Response>(() => {});
    return Response.json({ result: { data: aSession() } });
  });
  vi.stubGlobal('scrollTo', () => {});
  const replaceState = vi.spyOn(history, 'replaceState');
  const element = document.body.appendChild(document.createElement('div'));
  element.innerHTML = renderSignedOutPage(page).markup;
  // All files of a worker share one window, whose history the application follows until it is unmounted.
  onTestFinished(await startSignedOutPages(element, { page, applicationFiles: [] }));
  await screen.findByRole('button', { name: 'Continue with Demo One' });
  // Each focus looks at the session, also while the application is loaded.
  await waitFor(
    () => {
      fireEvent.focus(window);
      expect(screen.queryByRole('button', { name: 'Continue with Demo One' })).toBeNull();
    },
    { timeout: 30_000, interval: 1 },
  );
  // The router's own entries have a state.
  const entered = replaceState.mock.calls.filter(
    ([state, , address]) => state === null && address === '/account',
  );
  expect(entered).toHaveLength(1);
});
