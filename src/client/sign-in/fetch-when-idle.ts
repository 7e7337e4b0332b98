import { savesData, whenIdle } from '../ui/when-idle.ts';

/** In a browser that saves data, with the first input. */
export function loadWhenIdle(load: () => void): void {
  if (!savesData()) return whenIdle(load);
  for (const kind of ['pointerdown', 'keydown']) addEventListener(kind, load, { once: true });
}

/** Makes the page after a sign-in quick. A browser that saves data is left alone. */
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
