import type { BrowserContext, Page } from '@playwright/test';

/** Without idle time, pages prefetch no files. */
export async function withoutIdleTime(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}
