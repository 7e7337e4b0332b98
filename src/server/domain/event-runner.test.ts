import { describe, expect, onTestFinished, vi } from 'vitest';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../testing/webhooks/events.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { RequestBudget, runWithinBudget } from '../database/request-budget.ts';
import { EVENTS_LOOKED_FOR_EVERY_MS, runEvents, startEvents } from './event-runner.ts';
import { runDueJobs } from './job-runner.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

it.beforeEach(({ app }) => forgetEvents(app));

const NEVER_MS = 3_600_000;
/** The signal of another process, which nobody hears here. */
const SILENT = { raise() {}, listen: () => () => {} };

const expectListed = ({ deps }: TestApp, count: number) =>
  vi.waitFor(async () => expect((await followEvents(deps)).events).toHaveLength(count));

describe('startEvents', () => {
  it('numbers what was left before, and then each event as soon as it is stored', async ({ app }) => {
    await storeEvent(app.deps, subjectIn(1), 1);
    onTestFinished(startEvents(app.deps, NEVER_MS));
    await expectListed(app, 1);
    await storeEvent(app.deps, subjectIn(2), 1);
    await expectListed(app, 2);
  });

  it('finds events of other processes, which raise no signal here', async ({ app }) => {
    onTestFinished(startEvents(app.deps, 20));
    await storeEvent({ ...app.deps, newEvents: SILENT }, subjectIn(1), 1);
    await expectListed(app, 1);
  });

  it('goes on after a failure of the database, and logs it', async ({ app }) => {
    faults.arm('killed', 0);
    onTestFinished(startEvents(app.deps, 20));
    onTestFinished(() => void faults.disarm());
    const isLogged = () => app.logLines.some(({ msg }) => msg === 'events could not be numbered');
    await vi.waitFor(() => expect(isLogged()).toBe(true));
    faults.disarm();
    await storeEvent(app.deps, subjectIn(1), 1);
    await expectListed(app, 1);
  });

  it('has its own time for the database, not that of the request that stored the event', async ({ app }) => {
    onTestFinished(startEvents(app.deps, NEVER_MS));
    await vi.waitFor(async () => expect((await followEvents(app.deps)).events).toEqual([]));
    await storeEvent({ ...app.deps, newEvents: SILENT }, subjectIn(1), 1);
    runWithinBudget(new RequestBudget(0), () => app.deps.newEvents.raise());
    await expectListed(app, 1);
  });

  it('numbers nothing after it was stopped', async ({ app }) => {
    await startEvents(app.deps, 20)();
    await storeEvent(app.deps, subjectIn(1), 1);
    expect((await followEvents(app.deps)).events).toEqual([]);
    expect(await runEvents(app.deps)).toBe(1);
  });
});

/** As docs/events.md says. */
const LISTED_WITHIN_S = 20;

/** Another process runs its jobs every 5 seconds, at worst a second before the change is old enough. */
async function secondsUntilListed({ deps, advance }: TestApp): Promise<number> {
  for (let seconds = 0; ; seconds++) {
    if ((await followEvents(deps)).events.length > 0 || seconds > LISTED_WITHIN_S) return seconds;
    advance(EVENTS_LOOKED_FOR_EVERY_MS);
    if (seconds % 5 === 3) await runDueJobs(deps);
    await runEvents(deps, 'another process');
  }
}

it('lists an event within 20 seconds of its change, after a kill at any command', async ({ app }) => {
  const agent = await app.signInByMail('killed@example.test');
  const latest: number[] = [];
  for (let killedAfter = 0, struck = true; struck; killedAfter++) {
    await forgetEvents(app);
    faults.arm('killed', killedAfter);
    const name = `Name ${killedAfter}`;
    const { profile } = app.client(agent);
    await profile.update.mutate({ name }).catch(() => null);
    await runEvents(app.deps, 'the killed process').catch(() => null);
    ({ struck } = faults.disarm());
    const isChanged = (await app.deps.collections.users.countDocuments({ name })) === 1;
    latest.push(isChanged ? await secondsUntilListed(app) : 0);
  }
  // Without a kill it is listed at once. Nothing is listed where the change was not made.
  expect(latest.at(-1)).toBe(0);
  expect(Math.max(...latest)).toBeLessThanOrEqual(LISTED_WITHIN_S);
  expect(new Set(latest).size).toBeGreaterThan(2);
});
