import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;

/** axe's findings on the current page: each rule with the elements that break it. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', excludedRules = [] }: { within?: string; excludedRules?: readonly string[] } = {},
): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // This is first, because it replaces all other options, even rules.
    .options({ resultTypes: ['violations'] })
    .include(within)
    .disableRules([...excludedRules])
    // Otherwise, axe opens a second page for each run, for frames that we do not have.
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

/**
 * Inspects the page narrow and wide, light and dark: it must not scroll sideways, and axe must find nothing. A screenshot is stored in the output
 * folder. `excludedRules`: axe's rules that do not apply to this page.
 */
export async function inspect(
  page: Page,
  name: string,
  excludedRules: readonly string[] = [],
): Promise<void> {
  for (const [width, size] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Waits until the page and its icons have these colours.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const shown = `${name}, ${width}, ${scheme}`;
      await page.screenshot({
        path: `test-results/pages/${name}-${size.width}-${scheme}.png`,
        fullPage: true,
      });
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${shown}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
      expect(await accessibilityFaults(page, { excludedRules }), `${shown}: what axe found`).toEqual([]);
    }
  }
}
