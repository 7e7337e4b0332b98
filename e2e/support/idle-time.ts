import type { BrowserContext, Page } from '@playwright/test';

/** The pages never get idle time, so they fetch no file in advance. */
export async function withoutIdleTime(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}
