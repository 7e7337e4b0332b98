import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NO_BRAND } from '../settings/brand.ts';
import { accentTokens } from './accent.ts';
import { contrastOf } from './colour.ts';
import { contrastFaults } from './contrast.ts';
import { brandTokens, SCHEMES } from './tokens.ts';

const colour = fc
  .integer({ min: 0, max: 0xffffff })
  .map((number) => `#${number.toString(16).padStart(6, '0')}`);

describe('the contrast of two colours', () => {
  // The figures of WCAG 2.2's own examples and of the calculators made from it.
  it.each([
    ['#000000', '#ffffff', 21],
    ['#777777', '#ffffff', 4.48],
    ['#767676', '#ffffff', 4.54],
    ['#ffffff', '#ffffff', 1],
    ['#ff0000', '#ffffff', 4],
  ])('of %s and %s is %d', (one, other, contrast) => {
    expect(contrastOf(one, other)).toBeCloseTo(contrast, 2);
    expect(contrastOf(other, one)).toBe(contrastOf(one, other));
  });
});

describe('the tokens of an accent', () => {
  it('make every text on and in the accent readable, whatever the colour', () => {
    fc.assert(
      fc.property(colour, fc.option(colour), (light, dark) => {
        for (const scheme of SCHEMES) {
          const base = brandTokens(NO_BRAND, scheme);
          const tokens = { ...base, ...accentTokens({ light, dark }, scheme, base) };
          const unreadable = contrastFaults(tokens, scheme).filter(({ front }) => front !== 'accent');
          expect(unreadable).toEqual([]);
        }
      }),
    );
  });

  it('make a visible accent for the dark scheme of any colour', () => {
    fc.assert(
      fc.property(colour, (light) => {
        const base = brandTokens(NO_BRAND, 'dark');
        const tokens = { ...base, ...accentTokens({ light, dark: null }, 'dark', base) };
        expect(contrastFaults(tokens, 'dark')).toEqual([]);
      }),
    );
  });

  it('keep the given colours', () => {
    const accent = { light: '#12356b', dark: '#346dc2' };
    for (const scheme of SCHEMES)
      expect(accentTokens(accent, scheme, brandTokens(NO_BRAND, scheme)).accent).toBe(accent[scheme]);
  });
});

it.each(SCHEMES)('the tokens of Foyer have enough contrast in the %s scheme', (scheme) => {
  expect(contrastFaults(brandTokens(NO_BRAND, scheme), scheme)).toEqual([]);
});
