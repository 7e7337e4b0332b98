/** Whether this is `npm run test:all`, with full counts of races and kills and their figures. */
export const ALL_FAULTS = process.env['TEST_ALL'] === '1';

export function rounds(few: number, many: number): number {
  return ALL_FAULTS ? many : few;
}

/** How many calls of a race run at once. */
export const PARALLEL_CALLS = rounds(20, 50);

export function reportFigures(what: string, figures: Readonly<Record<string, number>>): void {
  if (!ALL_FAULTS) return;
  const listed = Object.entries(figures).map(([name, count]) => `${name} ${count}`);
  process.stdout.write(`  ${what}: ${listed.join(', ')}\n`);
}
