/**
 * Fetches files into the browser's cache when the page is loaded and nothing else happens, so that the page after a sign-in is there at once.
 * A browser that saves data is left alone.
 */
export function fetchWhenIdle(files: readonly string[]): void {
  const { connection } = navigator as { connection?: { readonly saveData?: boolean } };
  if (connection?.saveData === true) return;
  const fetchAll = () => {
    for (const href of files) {
      const link = document.createElement('link');
      // Scripts are compiled already. Styles must not apply to this page.
      link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
      link.crossOrigin = 'anonymous';
      link.href = href;
      document.head.append(link);
    }
  };
  // Safari has no `requestIdleCallback`.
  const whenIdle = () => (window.requestIdleCallback ?? setTimeout)(fetchAll);
  if (document.readyState === 'complete') whenIdle();
  else addEventListener('load', whenIdle, { once: true });
}
