import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    testSeed: number;
  }
}

/** For the same choices in each `npm test`. `npm run test:all` sets a new seed. */
const DAILY_SEED = 1;

/** Vitest's global set-up. It prints the seed of the run, so that a failure can be repeated. */
export default function provideSeed(project: TestProject): void {
  const seed = Number(process.env['TEST_SEED'] ?? DAILY_SEED);
  if (!Number.isSafeInteger(seed)) throw new Error('TEST_SEED is not an integer');
  project.provide('testSeed', seed);
  console.log(`Random choices come from TEST_SEED=${seed}.`);
}
