import { describe, expect, it } from 'vitest';
import { GOALS, judgeGoals } from './goals.ts';
import { aRun, sessionOf } from './testing/a-run.ts';

/** The result of the goal whose name contains `part`. */
function judged(part: string, results = aRun()) {
  const matching = judgeGoals(results).filter(({ goal }) => goal.name.includes(part));
  expect(matching).toHaveLength(1);
  return matching[0];
}

describe('a goal', () => {
  it('is met when the median of the ratios of its rounds is', () => {
    // Floor 1000, 500, 1000 requests/s; Foyer 900, 600, 1100.
    expect(judged('requests/s over the floor')).toMatchObject({
      measured: { median: 1.1, min: 0.9, max: 1.2 },
      met: true,
    });
  });

  it('is missed when the median is one step below the limit', () => {
    const slow = aRun({
      session: [
        sessionOf('floor', 32, [1000, 500, 1000]),
        sessionOf('floor', 1, [1]),
        sessionOf('foyer', 32, [900, 600, 999]),
      ],
    });
    expect(judged('requests/s over the floor', slow)).toMatchObject({
      measured: { median: 0.999 },
      met: false,
    });
  });

  it('has no result when it was not measured', () => {
    const { session: _left, ...without } = aRun();
    expect(judged('requests/s over the floor', without)).toMatchObject({ measured: null, met: null });
    const nothing = judgeGoals({ ...aRun({}), session: [], passwords: [], pages: [] });
    expect(nothing.filter(({ met }) => met !== null).map(({ goal }) => goal.unit)).toEqual(['ms', 'MB']);
  });

  it('is met at its limit, and missed one step beyond it', () => {
    const start = { firstMs: 3000, firstSignInMs: [20], warmMs: [1500] };
    expect(judged('start to ready', aRun({ start }))?.met).toBe(true);
    expect(judged('start to ready', aRun({ start: { ...start, warmMs: [1501] } }))?.met).toBe(false);
  });
});

it('measures every goal', () => {
  const measured = Object.fromEntries(
    judgeGoals(aRun()).map(({ goal, measured: spread }) => [goal.name, spread?.median]),
  );
  expect(Object.keys(measured)).toHaveLength(GOALS.length);
  expect(Object.values(measured)).toEqual([
    1.1, // the floor
    2.75, // Auth.js: 400, 200, 400
    5.5, // Better Auth: 200, 100, 200
    4, // its cache: 300, 150, 220
    1.25, // one connection: 0.25 ms against 0.2 ms
    0.5, // 1,000,000 sessions: 450, 300, 550
    2, // batch: 450, 300, 550
    4, // p99 8 ms against 2 ms
    8, // sign-ins 240 against 30
    150, // kB
    0, // no form
    1200, // ms
    95, // MB
  ]);
});
