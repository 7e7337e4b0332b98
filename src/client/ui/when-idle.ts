export function savesData(): boolean {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}

/** On a busy machine, no moment may ever be idle. */
const AT_LATEST_MS = 5000;

/** Works when the page is loaded and nothing else happens, or after five seconds. */
export function whenIdle(work: () => void): void {
  const wait = () => {
    // Safari has no `requestIdleCallback`.
    if ('requestIdleCallback' in window) requestIdleCallback(work, { timeout: AT_LATEST_MS });
    else setTimeout(work);
  };
  if (document.readyState === 'complete') wait();
  else addEventListener('load', wait, { once: true });
}
