import type { FoyerEvent } from '../../events.ts';
import { moment, plain } from '../output.ts';

/** An event in one line. */
export function eventLine({ timestamp, type, subject, sequence, data }: FoyerEvent): string {
  const seconds = String(new Date(timestamp).getSeconds()).padStart(2, '0');
  const changes = Object.entries(data).flatMap(([name, value]: [string, unknown]) =>
    value === null ? [] : [`${name}: ${textOf(value)}`],
  );
  const parts = [`${moment(timestamp)}:${seconds}`, type.padEnd(21), subject, `#${sequence}`, ...changes];
  return plain(parts.join('  '));
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.map(textOf).join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}
