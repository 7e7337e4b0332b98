import { describe, expect } from 'vitest';
import { it } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { SECOND_MS } from '../../shared/limits.ts';
import { startJobs } from '../domain/job-runner.ts';
import { CLOCK_COMPARED_EVERY_MS, createDatabaseClock } from './database-clock.ts';

const DIFFERS = 'the clock of this process differs from the clock of the database';

/** Compares a clock ahead by these times, at question and answer. Returns what is known then. */
async function compare({ db }: TestApp, times: number[]) {
  const warnings: (readonly [message: string, aheadSeconds: unknown])[] = [];
  const rest = [...times];
  const clock = createDatabaseClock({
    db,
    log: {
      warn: (fields: Record<string, unknown>, message) =>
        void warnings.push([message, fields['aheadSeconds']]),
    },
    now: () => new Date(Date.now() + (rest.length > 1 ? (rest.shift() ?? 0) : (rest[0] ?? 0))),
  });
  await clock.compare();
  return { warnings, seconds: clock.aheadSeconds() };
}

describe('a clock', () => {
  it.for([-600, -8, -4, 0, 4, 8, 600])(
    'that differs by %i seconds is warned of once, with the difference, unless it is small',
    async (ahead, { app }) => {
      const { warnings, seconds } = await compare(app, [ahead * SECOND_MS]);
      expect(warnings).toEqual(Math.abs(ahead) < 5 ? [] : [[DIFFERS, seconds]]);
      // The time of the answer on a busy machine is not known to be a difference.
      if (warnings.length > 0) expect(Math.abs((seconds ?? 0) - ahead)).toBeLessThan(2.9);
    },
  );

  it('that is right differs by 0 also when the answer takes 40 s', async ({ app }) => {
    const [due, asked, answered] = [0, -20 * SECOND_MS, 20 * SECOND_MS];
    expect(await compare(app, [due, asked, answered])).toEqual({ warnings: [], seconds: 0 });
  });
});

it('the running jobs compare the clock at the start and a minute later, and show the difference', async ({
  app,
}) => {
  const { databaseClock } = app.deps;
  expect(databaseClock.aheadSeconds()).toBeNull();
  const end = startJobs(app.deps, 10);
  await expect.poll(() => databaseClock.aheadSeconds()).toBe(0);
  app.advance(CLOCK_COMPARED_EVERY_MS);
  await expect.poll(() => databaseClock.aheadSeconds()).toBeGreaterThan(50);
  const warnings = app.logLines.filter(({ msg }) => msg === DIFFERS);
  expect(warnings).toMatchObject([{ level: 40, aheadSeconds: databaseClock.aheadSeconds() }]);
  app.resetClock();
  await expect.poll(() => databaseClock.aheadSeconds()).toBe(0);
  await end();
});

it('a database that does not answer leaves the difference unknown, and is warned of', async ({ app }) => {
  const messages: string[] = [];
  const clock = createDatabaseClock({
    db: app.deps.mongo.db('x'.repeat(64)),
    log: { warn: (_fields, message) => void messages.push(message) },
    now: app.deps.now,
  });
  await clock.compare();
  expect(clock.aheadSeconds()).toBeNull();
  expect(messages).toEqual(['the clock could not be compared with the clock of the database']);
});
