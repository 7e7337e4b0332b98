import type { BrowserContext, Page } from '@playwright/test';

export async function withoutIdleTime(pages: Page | BrowserContext): Promise<void> {
  await pages.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
}
