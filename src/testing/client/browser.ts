import { configure } from '@testing-library/react';
import { vi } from 'vitest';

/** What jsdom has not got and the pages or the router ask for. Nothing is laid out or scrolled there, so these can stay empty. */

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

/** What browsers do with a modal dialog, as far as the pages count on it: it takes the focus, and gives it back. */
const focusedBefore = new WeakMap<HTMLDialogElement, Element | null>();
HTMLDialogElement.prototype.showModal ??= function showModal(this: HTMLDialogElement) {
  focusedBefore.set(this, document.activeElement);
  this.setAttribute('open', '');
  this.querySelector<HTMLElement>('button, input, a[href]')?.focus();
};
HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
  this.removeAttribute('open');
  const before = focusedBefore.get(this);
  if (before instanceof HTMLElement) before.focus();
};
document.addEventListener('keydown', ({ key, defaultPrevented }) => {
  const top = [...document.querySelectorAll('dialog[open]')].at(-1);
  if (key === 'Escape' && !defaultPrevented) top?.dispatchEvent(new Event('cancel', { cancelable: true }));
});

// A page's code is loaded on the way to it, which on a busy machine takes longer than the second that is usual.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });
