import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
const TAKES_PICTURES = process.env['TEST_PICTURES'] === '1';

/** axe's findings on the current page: each rule with the elements that break it. */
export async function accessibilityFaults(
  page: Page,
  { within = 'html', excludedRules = [] }: { within?: string; excludedRules?: readonly string[] } = {},
): Promise<string[]> {
  const { violations } = await new AxeBuilder({
    page,
    ...((await hasAxe(page)) && { axeSource: 'undefined' }),
  })
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
 * Whether an earlier run has left axe in the page, without frames. Its script has 600 kB, and the builder evaluates it twice for each run, which takes
 * a third of the time. It gets a script without effect then.
 */
async function hasAxe(page: Page): Promise<boolean> {
  return page.frames().length === 1 && (await page.evaluate(() => 'axe' in window));
}

/**
 * Checks the page narrow and wide, light and dark: nothing is wider than the window, and axe finds nothing. `npm run test:pictures` also keeps
 * a picture of each in `test-results/pictures`. `notMeant`: axe's rules that do not apply.
 */
export async function inspect(
  page: Page,
  name: string,
  excludedRules: readonly string[] = [],
): Promise<void> {
  await forEachAppearance(page, name, WIDTHS, async (appearance) => {
    expect(await accessibilityFaults(page, { excludedRules }), `${appearance}: what axe found`).toEqual([]);
  });
}

/** Shows the page in each width and scheme. Nothing may be wider than the window. `npm run test:pictures` keeps a picture of each. */
export async function forEachAppearance(
  page: Page,
  name: string,
  widths: Readonly<Record<string, { readonly width: number; readonly height: number }>>,
  check: (appearance: string) => Promise<void>,
): Promise<void> {
  for (const [width, size] of Object.entries(widths)) {
    for (const scheme of SCHEMES) {
      await page.setViewportSize(size);
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      // Two frames, so that everything is drawn in these colours.
      await page.evaluate(
        () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
      );
      const appearance = `${name}, ${width}, ${scheme}`;
      if (TAKES_PICTURES) {
        const file = `test-results/pictures/${name}-${size.width}-${scheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow, `${appearance}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
      await check(appearance);
    }
  }
}
