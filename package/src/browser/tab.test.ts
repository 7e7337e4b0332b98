import { expect, it, vi } from 'vitest';
import { currentTab } from './tab.ts';

it('leaves a page by a new entry of the history, or in place of its own', () => {
  const location = { assign: vi.fn<(address: URL) => void>(), replace: vi.fn<(address: URL) => void>() };
  vi.stubGlobal('window', { location });
  const address = new URL('https://id.example.com/oauth/authorize');
  const tab = currentTab();
  tab.navigate(address, { isReplaced: false });
  expect([location.assign.mock.calls, location.replace.mock.calls]).toEqual([[[address]], []]);
  tab.navigate(address, { isReplaced: true });
  expect([location.assign.mock.calls, location.replace.mock.calls]).toEqual([[[address]], [[address]]]);
});
