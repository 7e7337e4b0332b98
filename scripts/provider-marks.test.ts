import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { BUILT_IN_MARKS } from '../src/server/identity-providers/built-in-marks.ts';
import { renderProviderMarks } from './provider-marks.ts';

it('the written marks are those of simple-icons (npm run provider:marks)', async () => {
  const file = new URL('../src/server/identity-providers/built-in-marks.ts', import.meta.url);
  expect(await readFile(file, 'utf8')).toBe(await renderProviderMarks());
});

it('gives a mark its own colour only where that is visible in light and dark', () => {
  const colorsOf = (id: string) =>
    BUILT_IN_MARKS[id] &&
    'shapes' in BUILT_IN_MARKS[id] &&
    BUILT_IN_MARKS[id].shapes.map(({ color }) => color);
  expect(colorsOf('github')).toEqual([null]);
  expect(colorsOf('kakao')).toEqual([null]);
  expect(colorsOf('reddit')).toEqual(['#ff4500']);
  expect(colorsOf('google')).toEqual(['#4285f4', '#34a853', '#fbbc05', '#ea4335']);
});
