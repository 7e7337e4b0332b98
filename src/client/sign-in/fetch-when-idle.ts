import { savesData, whenIdle } from '../ui/when-idle.ts';

/** A browser that saves data loads it with the first input instead. */
export function loadWhenIdle(load: () => void): void {
  if (!savesData()) return whenIdle(load);
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, load, { once: true });
}

/** Fetches the files of the page after a sign-in early, unless the browser saves data. */
export function fetchWhenIdle(files: readonly string[]): void {
  if (savesData()) return;
  whenIdle(() => {
    for (const href of files) {
      const link = document.createElement('link');
      // Scripts are compiled already. Styles must not apply to this page.
      link.rel = href.endsWith('.css') ? 'prefetch' : 'modulepreload';
      link.crossOrigin = 'anonymous';
      link.href = href;
      document.head.append(link);
    }
  });
}
