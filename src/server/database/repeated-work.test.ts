import { expect, it, onTestFinished } from 'vitest';
import { startRepeatedWork } from './repeated-work.ts';

const NEVER_MS = 3_600_000;

function startCounted(everyMs: number, work: () => Promise<void> = () => Promise.resolve()) {
  const seen = { runs: 0, failures: [] as unknown[] };
  const repeated = startRepeatedWork({
    everyMs,
    work: () => {
      seen.runs += 1;
      return work();
    },
    onFailure: (error) => seen.failures.push(error),
  });
  onTestFinished(() => repeated.stop());
  return { repeated, seen };
}

it('runs at each interval, also after a failure, until it is stopped', async () => {
  const { repeated, seen } = startCounted(5, () => Promise.reject(new Error('a failure')));
  await expect.poll(() => seen.failures.length).toBeGreaterThan(2);
  await repeated.stop();
  const { runs } = seen;
  await new Promise((resolve) => setTimeout(resolve, 30));
  repeated.wake();
  expect(seen.runs).toBe(runs);
});

it('runs once more for all calls that wake it while it runs, never twice at once, and stops after it', async () => {
  const ends: (() => void)[] = [];
  const { repeated, seen } = startCounted(NEVER_MS, () => new Promise((resolve) => ends.push(resolve)));
  repeated.wake();
  repeated.wake();
  repeated.wake();
  expect(seen.runs).toBe(1);
  ends[0]?.();
  await expect.poll(() => seen.runs).toBe(2);
  repeated.wake();
  const stopped = repeated.stop();
  ends[1]?.();
  await stopped;
  expect(seen).toEqual({ runs: 2, failures: [] });
});
