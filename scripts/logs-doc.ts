import { LOG_EVENTS, LOG_FIELDS, LOG_LINES, type LogField } from '../src/server/log/log-lines.ts';
import { withPart } from './generated-part.ts';

/** docs/logs.md with the present lines, events and fields between their marks. */
export function withLogLists(document: string): string {
  const withLines = withPart(document, 'lines', linesTable());
  return withPart(withPart(withLines, 'events', eventsTable()), 'fields', fieldsTable());
}

function linesTable(): string {
  const rows = Object.entries(LOG_LINES).map(([message, { levels, fields, when }]) =>
    rowOf([message, levels.join(', '), fields.map((field: LogField) => `\`${field}\``).join(' '), when]),
  );
  return ['| `msg` | level | fields | when |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function eventsTable(): string {
  const rows = Object.entries(LOG_EVENTS).map(([event, meaning]) => rowOf([`\`${event}\``, meaning]));
  return ['| `event` | meaning |', '| --- | --- |', ...rows].join('\n');
}

function fieldsTable(): string {
  const rows = Object.entries(LOG_FIELDS).map(([field, meaning]) => rowOf([`\`${field}\``, meaning]));
  return ['| field | meaning |', '| --- | --- |', ...rows].join('\n');
}

function rowOf(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}
