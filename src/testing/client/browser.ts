/** Functions that jsdom lacks because it has no layout and no scrolling. They do nothing. */

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

/** A modal dialog takes the focus and gives it back, as in browsers. */
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
