import { expect, it } from 'vitest';
import { isKnownCode } from './known-code.ts';

it('knows a code of the catalogue', () => {
  expect(isKnownCode('CODE_INVALID')).toBe(true);
});

it.each(['toString', 'Nothing', '', null, undefined, 7])('does not know %j', (code) => {
  expect(isKnownCode(code)).toBe(false);
});
