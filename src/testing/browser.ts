import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** What jsdom has not got and Mantine or the router ask for. Nothing is laid out or scrolled there, so these can stay empty. */

class NothingToObserve implements ResizeObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

window.ResizeObserver ??= NothingToObserve;
window.matchMedia ??= (media) =>
  Object.assign(new EventTarget(), {
    media,
    matches: false,
    onchange: null,
    addListener: () => {},
    removeListener: () => {},
  });
window.scrollTo = () => {};
Element.prototype.scrollIntoView ??= () => {};

// A page's code is loaded on the way to it, which on a busy machine takes longer than the second that is usual.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });
