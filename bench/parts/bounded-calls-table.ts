import type { BoundedCallsMeasurement, CallCost } from './bounded-calls.ts';

/** Each call with what it reads and costs at each size, and the largest cost over the smallest. */
export function boundedCallsTable({ calls }: BoundedCallsMeasurement): string {
  const sizes = calls[0]?.costs.map(({ size }) => size.toLocaleString('en')) ?? [];
  const head = ['keys / documents read, CPU µs', ...sizes, 'most / least CPU', 'most / least keys'];
  const rows = calls.map(({ call, costs }) => [
    call,
    ...costs.map(({ keys, documents, cpuUs }) => `${keys} / ${documents}, ${cpuUs?.toFixed(0) ?? '–'}`),
    ratioOf(costs, ({ cpuUs }) => cpuUs),
    ratioOf(costs, ({ keys }) => keys),
  ]);
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, index) => (index === 0 ? '---' : '---:'))), ...rows.map(line)].join(
    '\n',
  );
}

function ratioOf(costs: readonly CallCost[], valueOf: (cost: CallCost) => number | null): string {
  const values = costs.map(valueOf).filter((value) => value !== null);
  const [least, most] = [Math.min(...values), Math.max(...values)];
  if (values.length < 2 || least === 0) return most === 0 ? '1.00' : '–';
  return (most / least).toFixed(2);
}
