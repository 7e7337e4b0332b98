import { expect, it } from 'vitest';
import { BUILT_IN_MARKS } from './built-in-marks.ts';

it('a mark has its own colour only where that is visible in light and dark', () => {
  const colorsOf = (id: string) =>
    BUILT_IN_MARKS[id] &&
    'shapes' in BUILT_IN_MARKS[id] &&
    BUILT_IN_MARKS[id].shapes.map(({ color }) => color);
  expect(colorsOf('github')).toEqual([null]);
  expect(colorsOf('kakao')).toEqual([null]);
  expect(colorsOf('reddit')).toEqual(['#ff4500']);
  expect(colorsOf('google')).toEqual(['#4285f4', '#34a853', '#fbbc05', '#ea4335']);
});
