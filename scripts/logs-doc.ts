/** `npm run docs:logs`: writes the lines of the log, their fields and their events into docs/logs.md. A test fails when they are stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { LOG_EVENTS, LOG_FIELDS, LOG_LINES, type LogField } from '../src/server/log-lines.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/logs.md', import.meta.url));

/** The document with the present lists between their marks. */
export async function withLogLists(document: string): Promise<string> {
  const lists = { lines: linesTable(), events: eventsTable(), fields: fieldsTable() };
  let text = document;
  for (const [name, list] of Object.entries(lists)) {
    const place = new RegExp(`(<!-- ${name}:[^>]*-->)[\\s\\S]*?(<!-- ${name}: end -->)`);
    if (!place.test(text)) throw new Error(`docs/logs.md has no place for the ${name}`);
    text = text.replace(place, (_all, start: string, end: string) => `${start}\n\n${list}\n\n${end}`);
  }
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}

export async function readLogsDoc(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
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

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(DOCUMENT, await withLogLists(await readLogsDoc()));
