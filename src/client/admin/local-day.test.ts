import { afterEach, expect, test, vi } from 'vitest';
import { midnightOf, startOfDay } from './local-day.ts';

afterEach(() => void vi.unstubAllEnvs());

test('a day begins at the midnight of the place, also where a clock changes', () => {
  vi.stubEnv('TZ', 'America/New_York');
  expect(startOfDay('2026-11-20')).toBe('2026-11-20T05:00:00.000Z');
  expect(startOfDay('2026-11-01', 1)).toBe('2026-11-02T05:00:00.000Z');
  expect(midnightOf(new Date('2026-11-20T03:00:00.000Z'), 0)).toBe('2026-11-19T05:00:00.000Z');
});

test.each([undefined, '', 'now', '2026-99-99', '2026-11-20T00:00:00.000Z'])('%s is no day', (text) => {
  expect(startOfDay(text)).toBeUndefined();
});
