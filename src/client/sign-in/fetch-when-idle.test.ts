import { afterEach, expect, test, vi } from 'vitest';
import { fetchWhenIdle } from './fetch-when-idle.ts';

const FILES = ['/assets/application-1a2b.js', '/assets/application-3c4d.css'];

afterEach(() => {
  for (const link of links()) link.remove();
  Reflect.deleteProperty(navigator, 'connection');
  vi.restoreAllMocks();
});

const links = () => [...document.head.querySelectorAll<HTMLLinkElement>('link[href^="/assets/"]')];

function browserWith(connection: { readonly saveData: boolean }) {
  Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });
}

function documentIs(state: DocumentReadyState) {
  vi.spyOn(document, 'readyState', 'get').mockReturnValue(state);
}

const untilIdle = () => new Promise((resolve) => setTimeout(resolve, 20));

test('fetches scripts as modules, and styles without applying them', async () => {
  documentIs('complete');
  fetchWhenIdle(FILES);
  expect(links(), 'not before the browser is idle').toEqual([]);
  await vi.waitFor(() => expect(links()).toHaveLength(2));
  expect(links().map((link) => [link.getAttribute('href'), link.rel, link.crossOrigin])).toEqual([
    ['/assets/application-1a2b.js', 'modulepreload', 'anonymous'],
    ['/assets/application-3c4d.css', 'prefetch', 'anonymous'],
  ]);
});

test('waits until the page is loaded', async () => {
  documentIs('interactive');
  fetchWhenIdle(FILES);
  await untilIdle();
  expect(links()).toEqual([]);
  dispatchEvent(new Event('load'));
  await vi.waitFor(() => expect(links()).toHaveLength(2));
});

test('uses the idle time of a browser that tells it', async () => {
  documentIs('complete');
  const whenIdle: (() => void)[] = [];
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback));
  fetchWhenIdle(FILES);
  await untilIdle();
  expect(links()).toEqual([]);
  for (const callback of whenIdle) callback();
  expect(links()).toHaveLength(2);
  vi.unstubAllGlobals();
});

test('fetches nothing for a browser that saves data', async () => {
  browserWith({ saveData: true });
  documentIs('complete');
  fetchWhenIdle(FILES);
  await untilIdle();
  expect(links()).toEqual([]);
});
