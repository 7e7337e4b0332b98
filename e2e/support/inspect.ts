import { createRequire } from 'node:module';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;
/** The version that the builder would load. */
const { source: AXE_SOURCE } = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'))(
  'axe-core',
) as { source: string };
const TAKES_PICTURES = process.env['TEST_ALL'] === '1';
/** The default rules that read colours. */
const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/** Waits for two frames, so that all changes are drawn. */
export async function untilDrawn(page: Page): Promise<void> {
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  );
}

/** Neither axe nor the Tab key can enter a frame where no script runs. */
export async function removeFrames(page: Page): Promise<void> {
  await page.locator('iframe').first().waitFor();
  await page.evaluate(() => document.querySelectorAll('iframe').forEach((frame) => frame.remove()));
}

/** How many pixels the page is wider than its window. */
export function pixelsBeyond(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

/** axe's findings: each rule with its elements. `onlyColours`: only the rules that read colours. */
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
    // `options` comes first, because it replaces everything else.
    .options({
      resultTypes: ['violations'],
      ...(onlyColours && { runOnly: { type: 'rule', values: COLOUR_RULES } }),
    })
    .include(within)
    .disableRules([...excludedRules])
    // Otherwise axe opens a second page for frames, which we do not have.
    .setLegacyMode(true)
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
}

/**
 * Loads axe once, because the builder would evaluate its 600 kB twice a run. Returns `false` for a page with
 * frames, where the builder must load it.
 */
async function loadAxe(page: Page): Promise<boolean> {
  if (page.frames().length > 1) return false;
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE_SOURCE);
  return true;
}

/**
 * Checks the page narrow and light, and wide and dark: its width and axe's rules. The scheme changes only
 * colours (`tokens.css`), so the other rules run once. `accessibility.spec.ts` runs all rules.
 */
export async function inspect(page: Page, name: string): Promise<void> {
  await forEachAppearance(page, name, WIDTHS, async (appearance, scheme) => {
    const faults = await accessibilityFaults(page, { onlyColours: scheme === 'dark' });
    expect(faults, `${appearance}: what axe found`).toEqual([]);
  });
}

/**
 * Shows the page narrow and light, and wide and dark. Nothing may be wider than the window.
 * `npm run test:all` also checks the other two pairs, and keeps pictures in `test-results/pictures`.
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
      await untilDrawn(page);
      const appearance = `${name}, ${width}, ${scheme}`;
      if (TAKES_PICTURES) {
        const file = `test-results/pictures/${name}-${size.width}-${scheme}.png`;
        await page.screenshot({ path: file, fullPage: true });
      }
      expect(await pixelsBeyond(page), `${appearance}: pixels beyond the right edge`).toBeLessThanOrEqual(0);
      await check(appearance, scheme);
    }
  }
}
