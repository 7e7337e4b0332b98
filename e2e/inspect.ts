import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const TAKES_PICTURES = process.env['TEST_PICTURES'] === '1';

/** What axe finds wrong with the page as it is shown now: each rule with the elements that break it. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', notMeant = [] }: { within?: string; notMeant?: readonly string[] } = {},
): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    // First, for it replaces every option there is, rules too.
    .options({ resultTypes: ['violations'] })
    .include(within)
    .disableRules([...notMeant])
    // Else it gathers its findings in a second page that it opens each time, for frames that we do not have.
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

/**
 * Checks the page narrow and wide, light and dark: nothing is wider than the window, and axe finds nothing. `npm run test:pictures` also keeps
 * a picture of each in `test-results/pictures`. `notMeant`: axe's rules that do not apply.
 */
export async function inspect(page: Page, name: string, notMeant: readonly string[] = []): Promise<void> {
  for (const [width, size] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Two frames, so that everything is drawn in these colours.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const shown = `${name}, ${width}, ${scheme}`;
      if (TAKES_PICTURES) {
        const file = `test-results/pictures/${name}-${size.width}-${scheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${shown}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
      expect(await accessibilityFaults(page, { notMeant }), `${shown}: what axe found`).toEqual([]);
    }
  }
}
