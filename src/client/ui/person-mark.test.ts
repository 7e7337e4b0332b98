import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { hueOf, initialsOf } from './person-mark.ts';

const IDS = Array.from({ length: 200 }, (_, i) => `65f0c0ffee${i.toString(16).padStart(14, '0')}`);

test('an id keeps its hue, and ids in a row have all eight', () => {
  expect(IDS.slice(0, 3).map(hueOf)).toEqual(IDS.slice(0, 3).map(hueOf));
  expect(hueOf('65f0c0ffee00000000000000')).toBe(245);
  expect(new Set(IDS.map(hueOf)).size).toBe(8);
});

test('the initials have a contrast of 4.5:1 on every hue, in colours that every screen can show', async () => {
  const css = await readFile(path.join(import.meta.dirname, 'user-picture.module.css'), 'utf8');
  const pairs = [
    ...css.matchAll(
      /background: oklch\((\S+) (\S+) var\(--hue\)\);\s+color: oklch\((\S+) (\S+) var\(--hue\)\)/g,
    ),
  ];
  expect(pairs, 'light and dark').toHaveLength(2);
  for (const hue of new Set(IDS.map(hueOf))) {
    for (const [, ...numbers] of pairs) {
      const [backLightness = 0, backChroma = 0, lightness = 0, chroma = 0] = numbers.map(Number);
      const [back, letters] = [linearRgb(backLightness, backChroma, hue), linearRgb(lightness, chroma, hue)];
      const channels = [...back, ...letters];
      expect(Math.min(...channels)).toBeGreaterThanOrEqual(0);
      expect(Math.max(...channels)).toBeLessThanOrEqual(1);
      const [dark = 0, light = 0] = [luminanceOf(back), luminanceOf(letters)].sort((a, b) => a - b);
      expect((light + 0.05) / (dark + 0.05)).toBeGreaterThanOrEqual(4.5);
    }
  }
});

test.each([
  ['Ada Lovelace', 'AL', 'A'],
  ['  ada  king lovelace ', 'AL', 'A'],
  ['ada@example.test', 'A', 'A'],
  ['مريم علي', 'م', 'م'],
  ['', '', ''],
])('the initials of %j are %j, or %j in a tiny picture', (name, two, one) => {
  expect([initialsOf(name, 2), initialsOf(name, 1)]).toEqual([two, one]);
});

type Channels = readonly [red: number, green: number, blue: number];

/** CSS Color 4, 10.2: from OKLCH to linear sRGB. */
function linearRgb(lightness: number, chroma: number, hue: number): Channels {
  const angle = (hue * Math.PI) / 180;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
}

/** WCAG 2.2, "relative luminance". */
function luminanceOf([red, green, blue]: Channels): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
