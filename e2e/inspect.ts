import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

const WIDTHS = { narrow: { width: 360, height: 740 }, wide: { width: 1280, height: 800 } } as const;
const SCHEMES = ['light', 'dark'] as const;

/**
 * Looks at the page narrow and wide, light and dark: nothing sticks out at the side, axe finds nothing serious, and a
 * picture is kept in the output folder for people to look at.
 */
export async function inspect(page: Page, name: string): Promise<void> {
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
      const { violations } = await new AxeBuilder({ page }).analyze();
      const grave = violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
      expect(grave, `${shown}: what axe found`).toEqual([]);
    }
  }
}
