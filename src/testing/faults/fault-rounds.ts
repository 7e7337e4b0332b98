import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Only `npm run test:faults` sets this: it runs the races and kills at full counts and prints their figures. */
    allFaults?: true;
  }
}

/** Whether this is `npm run test:faults`. */
export const ALL_FAULTS = inject('allFaults') === true;

/** The number of rounds: `few` in `npm test`, `many` in `npm run test:faults`. */
export function rounds(few: number, many: number): number {
  return ALL_FAULTS ? many : few;
}

/** Prints the figures in `npm run test:faults`. */
export function reportFigures(what: string, figures: Readonly<Record<string, number>>): void {
  if (!ALL_FAULTS) return;
  const listed = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`  ${what}: ${listed.join(', ')}\n`);
}
