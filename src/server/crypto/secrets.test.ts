import { expect, it } from 'vitest';
import { createCode } from './secrets.ts';

it('codes have six digits, each of them as often as any other at each place (security.md 9)', () => {
  const total = 10_000;
  const counts = new Map<string, number>();
  for (let n = 0; n < total; n++) {
    const code = createCode();
    expect(code).toMatch(/^\d{6}$/);
    for (const [place, digit] of [...code].entries()) {
      const key = `${digit} at place ${place + 1}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
  }
  expect(counts.size).toBe(60);
  const expected = total / 10;
  // Seven standard deviations, which chance alone does not reach.
  const outliers = [...counts].filter(([, count]) => Math.abs(count - expected) > 7 * Math.sqrt(expected));
  expect(outliers).toEqual([]);
});
