import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.tsx';

// In local time, because "yesterday" depends on the local calendar.
const NOW = new Date(2026, 10, 20, 9, 30);
test.for([
  [[2026, 10, 20, 9, 29], '1 minute ago'],
  [[2026, 10, 20, 8, 31], '59 minutes ago'],
  [[2026, 10, 20, 8, 30], '1 hour ago'],
  [[2026, 10, 19, 10, 0], '23 hours ago'],
  [[2026, 10, 19, 9, 0], 'yesterday'],
  [[2026, 10, 18, 23, 0], '2 days ago'],
  [[2026, 9, 21, 9, 0], '30 days ago'],
  [[2026, 8, 1, 9, 0], 'Sep 1, 2026'],
  [[2026, 10, 20, 10, 31], 'in 1 hour'],
  [[2026, 11, 20, 9, 30], 'in 30 days'],
] as const)('%j is %s', ([[year, month, day, hour, minute], words]) => {
  expect(relativeTime(new Date(year, month, day, hour, minute), NOW.getTime(), 'en')).toBe(words);
});

test('returns null within a minute, because clocks differ', () => {
  expect(relativeTime(new Date(NOW.getTime() - 59_000), NOW.getTime(), 'en')).toBeNull();
  expect(relativeTime(new Date(NOW.getTime() + 59_000), NOW.getTime(), 'en')).toBeNull();
});

test('formats in Arabic with Latin digits, as its caller asks', () => {
  const LATIN = /^[^\u0660-\u0669]*3[^\u0660-\u0669]*$/;
  expect(relativeTime(new Date(2026, 10, 20, 6, 30), NOW.getTime(), 'ar-u-nu-latn')).toMatch(LATIN);
  expect(relativeTime(new Date(2026, 10, 20, 6, 30), NOW.getTime(), 'ar-EG')).not.toMatch(LATIN);
});

test('formats in German', () => {
  expect(relativeTime(new Date(2026, 10, 19, 9, 0), NOW.getTime(), 'de')).toBe('gestern');
});
