import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set by `npm run test:faults` alone: the races and kills at full counts, with their figures. */
    allFaults?: true;
  }
}

/** Whether this is `npm run test:faults`. */
export const ALL_FAULTS = inject('allFaults') === true;

/** Few rounds within `npm test`, where they guard; many in `npm run test:faults`, where they show. */
export function rounds(few: number, many: number): number {
  return ALL_FAULTS ? many : few;
}

/** Prints what was counted, in `npm run test:faults`. */
export function reportFigures(what: string, figures: Readonly<Record<string, number>>): void {
  if (!ALL_FAULTS) return;
  const listed = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`  ${what}: ${listed.join(', ')}\n`);
}
