import { lazy, type ComponentType, type LazyExoticComponent } from 'react';
import { withTexts, type TextSet } from './language/texts.ts';
import { isOnline, untilOnline } from './ui/online.ts';

const RETRY_MS = 1000;

/** A file of a page could not be loaded, although the browser is online. */
export class PageNotLoadedError extends Error {
  override readonly name = 'PageNotLoadedError';
}

/**
 * Offline, it waits. Online, it tries twice, then throws `PageNotLoadedError`: many browsers repeat the first
 * failure of an import (whatwg/html#10327), so only a page load helps.
 */
export async function loadReliably<Page>(load: () => Promise<Page>): Promise<Page> {
  for (let failuresOnline = 0; ;) {
    try {
      return await load();
    } catch (cause) {
      // The event `offline` may come after the failure.
      if (isOnline()) await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      if (isOnline()) failuresOnline++;
      if (failuresOnline > 1) {
        throw new PageNotLoadedError('a file of the page could not be loaded', { cause });
      }
      await untilOnline();
    }
  }
}

/** A part of a page whose file, and words, are loaded when it is first shown. */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  sets: readonly TextSet[] = [],
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() => loadReliably(withTexts(async () => ({ default: await load() }), sets)));
}
