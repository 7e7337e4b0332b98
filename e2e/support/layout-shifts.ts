import type { Page } from '@playwright/test';
import { untilDrawn } from './inspect.ts';

/** Adds up the layout shifts of later pages in `<html data-shift>`. */
export async function observeShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const observer = new PerformanceObserver((list) => {
      const shifts = list.getEntries().map((entry) => (entry as unknown as { value: number }).value);
      const { dataset } = document.documentElement;
      dataset['shift'] = String(shifts.reduce((sum, shift) => sum + shift, Number(dataset['shift'] ?? 0)));
    });
    observer.observe({ type: 'layout-shift', buffered: true });
  });
}

export async function shiftOf(page: Page): Promise<string> {
  // A shift is observed after it is drawn.
  await untilDrawn(page);
  return Number((await page.locator('html').getAttribute('data-shift')) ?? 0).toFixed(3);
}
