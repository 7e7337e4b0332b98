import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
/** The script of the version that the builder would load. */
const { source: AXE_SOURCE } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string };
const TAKES_PICTURES = process.env['TEST_ALL'] === '1';

/** The rules of axe that read colours, of those that run by default. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** axe's findings on the current page: each rule with the elements that break it. `onlyColours`: only the rules that read colours. */
export async function accessibilityFaults(
  page: Page,
  {
    within = 'html',
    excludedRules = [],
    onlyColours = false,
  }: { within?: string; excludedRules?: readonly string[]; onlyColours?: boolean } = {},
): Promise<string[]> {
  const isLoaded = await loadAxe(page);
  const { violations } = await new AxeBuilder({ page, ...(isLoaded && { axeSource: 'undefined' }) })
    // This is first, because it replaces all other options, even rules.
    .options({
      resultTypes: ['violations'],
      ...(onlyColours && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
    })
    .include(within)
    .disableRules([...excludedRules])
    // Otherwise, axe opens a second page for each run, for frames that we do not have.
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

/**
 * Loads axe into the page, unless an earlier run has left it there. Its script has 600 kB, and the builder evaluates it twice for each run, which takes a
 * third of the time. It gets a script without effect then. Answers `false` for a page with frames, in which the builder loads it itself.
 */
async function loadAxe(page: Page): Promise<boolean> {
  if (page.frames().length > 1) return false;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return true;
}

/**
 * Checks the page narrow and light, and wide and dark: nothing is wider than the window, and axe finds nothing. The scheme changes only colours (`tokens.css`),
 * so the other rules run in the light scheme. `accessibility.spec.ts` runs all rules on every page, and those of colours in both schemes.
 */
export async function inspect(
  page: Page,
  name: string,
  excludedRules: readonly string[] = [],
): Promise<void> {
  await forEachAppearance(page, name, WIDTHS, async (appearance, scheme) => {
    const faults = await accessibilityFaults(page, { excludedRules, onlyColours: scheme === 'dark' });
    expect(faults, `${appearance}: what axe found`).toEqual([]);
  });
}

/**
 * Shows the page narrow and light, and wide and dark. Nothing may be wider than the window. The layout does not depend on the scheme, and the colours do
 * not depend on the width, so `npm test` leaves the other two pairs out. `npm run test:all` checks all four, and keeps a picture of each in
 * `test-results/pictures`.
 */
export async function forEachAppearance(
  page: Page,
  name: string,
  widths: Readonly<Record<'narrow' | 'wide', { readonly width: number; readonly height: number }>>,
  check: (appearance: string, scheme: (typeof SCHEMES)[number]) => Promise<void>,
): Promise<void> {
  for (const [width, size] of Object.entries(widths)) {
    for (const scheme of SCHEMES) {
      if (!TAKES_PICTURES && (width === 'narrow') !== (scheme === 'light')) continue;
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
      await check(appearance, scheme);
    }
  }
}
