import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;

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
 * Looks at the page narrow and wide, light and dark: nothing sticks out at the side, axe finds nothing, and a picture is kept
 * in the output folder for people to look at. `notMeant`: axe's rules that are not for what is shown.
 */
export async function inspect(page: Page, name: string, notMeant: readonly string[] = []): Promise<void> {
  for (const [width, size] of Object.entries(WIDTHS)) {
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Drawn in these colours, icons too, before the picture is taken.
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
      expect(await accessibilityFaults(page, { notMeant }), `${shown}: what axe found`).toEqual([]);
    }
  }
}
