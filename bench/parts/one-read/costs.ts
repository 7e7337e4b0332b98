import { count } from '../../formats.ts';
import { ratioOf, spreadOf, type Spread } from '../../statistics.ts';
import type { Cell, Round } from './rounds.ts';

export interface OneReadCost {
  /** What was done, in the words of the table. */
  readonly name: string;
  /** How many at a time. */
  readonly callers: number;
  readonly p50Ms: Spread;
  readonly clientCpuUs: Spread;
  /** `null` when unknown. */
  readonly databaseCpuUs: Spread | null;
  /** What the journal grew by, for each. */
  readonly journalBytes: Spread;
  /** Client and database together, over those of the first of its group in the same round; `null` when unknown. */
  readonly cpuOverFirst: Spread | null;
}

export interface OneReadMeasurement {
  readonly people: number;
  readonly sessionsEach: number;
  readonly costs: readonly OneReadCost[];
  readonly bytes: readonly {
    readonly name: string;
    readonly document: number;
    readonly storage: number;
    readonly indexes: number;
    readonly largestIndexes: Readonly<Record<string, number>>;
  }[];
}

export function costOf({ group, name, callers, rounds }: Cell, all: readonly Cell[]): OneReadCost {
  const cpuOf = ({ clientCpuUs, databaseCpuUs }: Round) => clientCpuUs + (databaseCpuUs ?? Number.NaN);
  const first = all.find((cell) => cell.group === group)?.rounds ?? [];
  const databaseTimes = rounds.flatMap(({ databaseCpuUs }) => databaseCpuUs ?? []);
  return {
    name,
    callers,
    p50Ms: spreadOf(rounds.map(({ p50Ms }) => p50Ms)),
    clientCpuUs: spreadOf(rounds.map(({ clientCpuUs }) => clientCpuUs)),
    databaseCpuUs: databaseTimes.length === 0 ? null : spreadOf(databaseTimes),
    journalBytes: spreadOf(rounds.map(({ journalBytes }) => journalBytes)),
    cpuOverFirst: databaseTimes.length === 0 ? null : ratioOf(rounds.map(cpuOf), first.map(cpuOf)),
  };
}

/** The tables of the report. */
export function oneReadTables(measurements: readonly OneReadMeasurement[] = []): string {
  return measurements
    .map(({ people, sessionsEach, costs, bytes }) => {
      const costLines = costs.map(
        ({ name, callers, p50Ms, clientCpuUs, databaseCpuUs, journalBytes, cpuOverFirst }) =>
          `| ${[name, callers, withSpread(p50Ms, 2), withSpread(clientCpuUs), withSpread(databaseCpuUs), count(journalBytes.median), withSpread(cpuOverFirst, 2)].join(' | ')} |`,
      );
      const byteLines = bytes.map(({ name, document, storage, indexes, largestIndexes }) => {
        const largest = Object.entries(largestIndexes).map(
          ([index, size]) => `${index} ${count(size / people)}`,
        );
        return `| ${[name, count(document), count(storage / people), count(indexes / people), largest.join(', ')].join(' | ')} |`;
      });
      return `${count(people)} people with ${sessionsEach} sessions each: median and range of the rounds.

| | at a time | p50 ms | client CPU µs | database CPU µs | journal bytes | CPU over the first |
| --- | --- | --- | --- | --- | --- | --- |
${costLines.join('\n')}

| collection | bytes a document | stored bytes a person | index bytes a person | the largest |
| --- | --- | --- | --- | --- |
${byteLines.join('\n')}`;
    })
    .join('\n\n');
}

function withSpread(spread: Spread | null, digits = 0): string {
  if (spread === null) return '–';
  const [middle, lower, upper] = [spread.median, spread.lower, spread.upper].map((value) =>
    value.toFixed(digits),
  );
  return `${middle} (${lower}–${upper})`;
}
