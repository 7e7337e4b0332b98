import type { Page } from '@playwright/test';
import { directionOf, type Locale } from '../../src/shared/locale.ts';
import { accessibilityFaults, pixelsBeyond } from './inspect.ts';
import { keyboardFaults } from './keyboard.ts';

/** Two phones, a window at 200 % zoom, and a desktop. */
const WIDTHS = [320, 360, 640, 1280] as const;
/** German has the longest words. Arabic is checked at the smallest width. */
const widthsOf = (locale: Locale): readonly number[] => (locale === 'ar' ? WIDTHS.slice(0, 1) : WIDTHS);
const HEIGHT = 800;

/** axe and Tab are slow and hardly depend on words: light and wide, and dark, narrow and mirrored suffice. */
const INSPECTIONS: Readonly<Partial<Record<Locale, { width: number; colorScheme: 'light' | 'dark' }>>> = {
  en: { width: 1280, colorScheme: 'light' },
  ar: { width: 360, colorScheme: 'dark' },
};

export async function screenFaults(
  page: Page,
  locale: Locale,
  { isInspected = true }: { isInspected?: boolean } = {},
): Promise<string[]> {
  const faults: string[] = [];
  const inspection = INSPECTIONS[locale];
  await page.emulateMedia({ colorScheme: inspection?.colorScheme ?? 'dark', reducedMotion: 'reduce' });
  for (const each of widthsOf(locale)) {
    await page.setViewportSize({ width: each, height: HEIGHT });
    const beyond = await pixelsBeyond(page);
    if (beyond > 0) faults.push(`${beyond} pixels beyond the window at ${each} pixels`);
  }
  faults.push(...(await structureFaults(page, locale)));
  if (inspection && isInspected) {
    await page.setViewportSize({ width: inspection.width, height: HEIGHT });
    faults.push(
      ...(await accessibilityFaults(page, { onlyColours: locale !== 'en' })),
      ...(await keyboardFaults(page)),
    );
  }
  // Colours do not depend on words.
  if (locale !== 'en') return faults;
  await page.emulateMedia({ forcedColors: 'active' });
  faults.push(...(await forcedColourFaults(page)));
  await page.emulateMedia({ forcedColors: 'none' });
  return faults;
}

/** Whether an English page writes "email" with a hyphen, also for screen readers only. */
export async function writesEmailAnotherWay(page: Page): Promise<boolean> {
  return /e-mail/i.test(`${await page.title()}\n${await page.locator('body').ariaSnapshot()}`);
}

/** Language, direction, headings, landmarks, and motion despite reduced motion. */
function structureFaults(page: Page, locale: Locale): Promise<string[]> {
  return page.evaluate(
    ({ lang, direction }) => {
      const found: string[] = [];
      const { documentElement: root } = document;
      if (root.lang !== lang) found.push(`the language is ${root.lang}`);
      if (getComputedStyle(root).direction !== direction) found.push(`the text does not run ${direction}`);
      for (const name of ['h1', 'main']) {
        const count = document.querySelectorAll(name).length;
        if (count !== 1) found.push(`${count} times ${name}`);
      }
      const leftToRight =
        'input[inputmode=email], input[inputmode=numeric], input[type=tel], input[type=email], input[type=password], code';
      for (const element of document.querySelectorAll(leftToRight))
        if (getComputedStyle(element).direction !== 'ltr')
          found.push(`runs from right to left: ${element.outerHTML.slice(0, 120)}`);
      for (const animation of document.getAnimations()) {
        const { duration } = animation.effect?.getComputedTiming() ?? {};
        if (animation.playState === 'running' && Number(duration) > 1)
          found.push(`moves for ${Number(duration)} ms`);
      }
      return found;
    },
    { lang: locale, direction: directionOf(locale) },
  );
}

/** Forced colours remove backgrounds and shadows. Fields need borders, and a chosen one must differ. */
function forcedColourFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const boxes =
      'input:not([type=hidden], [type=checkbox], [type=radio], [type=range], [type=file]), select';
    const hasBorder = (element: Element) => {
      const { borderBottomStyle, borderBottomWidth } = getComputedStyle(element);
      return borderBottomStyle !== 'none' && Number.parseFloat(borderBottomWidth) > 0;
    };
    for (const box of document.querySelectorAll(boxes)) {
      const slot = box.nextElementSibling?.matches('[aria-hidden=true]')
        ? box.nextElementSibling.firstElementChild
        : null;
      if (box.checkVisibility({ opacityProperty: true }) && !hasBorder(box) && !(slot && hasBorder(slot)))
        found.push(`no border in forced colours: ${box.outerHTML.slice(0, 120)}`);
    }
    const looks = (element: Element) => {
      const { fontWeight, borderBottomStyle, borderInlineStartWidth, outlineStyle, textDecorationLine } =
        getComputedStyle(element);
      return [fontWeight, borderBottomStyle, borderInlineStartWidth, outlineStyle, textDecorationLine].join();
    };
    const isChosen = (element: Element) =>
      element.matches('[aria-current]:not([aria-current=false]), [aria-pressed=true], [aria-selected=true]');
    for (const chosen of [...document.querySelectorAll('a, button, [role=option]')].filter(isChosen)) {
      const other = [...document.querySelectorAll(chosen.tagName)].find(
        (each) => each.classList[0] === chosen.classList[0] && !isChosen(each),
      );
      if (other && looks(other) === looks(chosen))
        found.push(`nothing but a colour shows that it is chosen: ${chosen.outerHTML.slice(0, 120)}`);
    }
    return found;
  });
}
