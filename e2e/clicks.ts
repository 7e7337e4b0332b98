import type { Page } from '@playwright/test';

/**
 * Records the mouse clicks on this page from now on, also after a navigation: the name of each clicked link, button or field. Keys do not
 * count, although the browser makes a click of Enter on a button.
 */
export async function recordClicks(page: Page): Promise<readonly string[]> {
  const clicks: string[] = [];
  await page.exposeFunction('recordClick', (name: string) => clicks.push(name));
  await page.addInitScript(listenForClicks);
  await page.evaluate(listenForClicks);
  return clicks;
}

/** Runs in the page. */
function listenForClicks(): void {
  const { recordClick } = window as unknown as { recordClick: (name: string) => void };
  // Not `click`: a key causes that event, too, and a label passes it on to its field, so that one click counts as two.
  addEventListener(
    'mousedown',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      const control = target.closest('a, button, label, input, select, summary') ?? target;
      recordClick(control.getAttribute('aria-label') ?? control.textContent.trim());
    },
    true,
  );
}
