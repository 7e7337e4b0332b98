import { expect, it } from 'vitest';
import { brandTokens } from './tokens.ts';

it.each([
  [{}, '6px'],
  [{ radius: '20px' }, '12px'],
  [{ radius: '0.5rem' }, '0.3rem'],
  [{ radius: '0' }, '0'],
  [{ radius: '20px', 'control-radius': '4px' }, '4px'],
])('the radius of controls follows the radius of cards, unless a brand sets it: %j', (light, radius) => {
  const brand = { tokens: { light, dark: {} } };
  expect(brandTokens(brand, 'light')['control-radius']).toBe(radius);
  expect(brandTokens(brand, 'dark')['control-radius']).toBe(radius);
});
