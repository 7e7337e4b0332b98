/** Whether this is `npm run test:all`: it runs the races and kills at full counts and prints their figures. */
export const ALL_FAULTS = process.env['TEST_ALL'] === '1';

/** The number of rounds: `few` in `npm test`, `many` in `npm run test:all`. */
export function rounds(few: number, many: number): number {
  return ALL_FAULTS ? many : few;
}

/** Prints the figures in `npm run test:all`. */
export function reportFigures(what: string, figures: Readonly<Record<string, number>>): void {
  if (!ALL_FAULTS) return;
  const listed = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`  ${what}: ${listed.join(', ')}\n`);
}
