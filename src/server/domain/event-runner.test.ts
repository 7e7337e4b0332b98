import { describe, expect, vi } from 'vitest';
import { followEvents, forgetEvents, storeEvent, subjectIn } from '../../testing/app/events.ts';
import { testWith } from '../../testing/app/fixture.ts';
import type { TestApp } from '../../testing/app/test-app.ts';
import { createFaultInjector } from '../../testing/faults/faults.ts';
import { RequestBudget, runWithinBudget } from '../database/request-budget.ts';
import { runEvents, startEvents } from './event-runner.ts';

const faults = createFaultInjector();
const it = testWith({ faults });

it.beforeEach(({ app }) => forgetEvents(app));

const NEVER_MS = 3_600_000;

const expectListed = ({ deps }: TestApp, count: number) =>
  vi.waitFor(async () => expect((await followEvents(deps)).events).toHaveLength(count));

describe('startEvents', () => {
  it('numbers what was left before the start, and then each event as soon as it is stored', async ({
    app,
  }) => {
    await storeEvent(app.deps, subjectIn(1), 1);
    const stop = startEvents(app.deps, NEVER_MS);
    try {
      await expectListed(app, 1);
      await storeEvent(app.deps, subjectIn(2), 1);
      await expectListed(app, 2);
    } finally {
      await stop();
    }
  });

  it('finds events of other processes, which raise no signal here', async ({ app }) => {
    const stop = startEvents(app.deps, 20);
    try {
      await storeEvent({ ...app.deps, newEvents: { raise() {}, listen: () => () => {} } }, subjectIn(1), 1);
      await expectListed(app, 1);
    } finally {
      await stop();
    }
  });

  it('goes on after a failure of the database, and logs it', async ({ app }) => {
    faults.arm('killed', 0);
    const stop = startEvents(app.deps, 20);
    try {
      const isLogged = () => app.logLines.some(({ msg }) => msg === 'events could not be numbered');
      await vi.waitFor(() => expect(isLogged()).toBe(true));
      faults.disarm();
      await storeEvent(app.deps, subjectIn(1), 1);
      await expectListed(app, 1);
    } finally {
      faults.disarm();
      await stop();
    }
  });

  it('has its own time for the database, not that of the request that stored the event', async ({ app }) => {
    const stop = startEvents(app.deps, NEVER_MS);
    try {
      await vi.waitFor(async () => expect((await followEvents(app.deps)).events).toEqual([]));
      await storeEvent({ ...app.deps, newEvents: { raise() {}, listen: () => () => {} } }, subjectIn(1), 1);
      runWithinBudget(new RequestBudget(0), () => app.deps.newEvents.raise());
      await expectListed(app, 1);
    } finally {
      await stop();
    }
  });

  it('numbers nothing after it was stopped', async ({ app }) => {
    await startEvents(app.deps, 20)();
    await storeEvent(app.deps, subjectIn(1), 1);
    expect((await followEvents(app.deps)).events).toEqual([]);
    expect(await runEvents(app.deps)).toBe(1);
  });
});
