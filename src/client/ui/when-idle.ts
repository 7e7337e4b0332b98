export function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** Works when the page is loaded and nothing else happens. */
export function whenIdle(work: () => void): void {
  // Safari has no `requestIdleCallback`.
  const wait = () => (window.requestIdleCallback ?? setTimeout)(work);
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
