import { expect, it } from 'vitest';
import { ERROR_STEPS, isKnownCode } from './error-steps.ts';
import { ERRORS } from './errors.ts';

it('every code leads on where the catalogue says', () => {
  const steps = Object.entries(ERRORS).map(([code, { next }]) => [code, next]);
  expect(ERROR_STEPS).toEqual(Object.fromEntries(steps));
});

it.each(['toString', 'Nothing', '', null, undefined, 7])('%j is no code', (code) => {
  expect(isKnownCode(code)).toBe(false);
});
