/** `npm run docs:events`: writes the types of events into docs/events.md, from their schemas. A test fails when they are stale. */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { EVENT_SUMMARIES } from '../src/shared/event-summaries.ts';
import { EVENT_TYPES, type EventType } from '../src/shared/event-types.ts';
import { plainFields, type Shape } from '../src/shared/plain-fields.ts';
import { EVENT_DATA } from '../src/shared/schemas/events.ts';

const DOCUMENT = fileURLToPath(new URL('../docs/events.md', import.meta.url));
const PLACE = /(<!-- types:[^>]*-->)[\s\S]*?(<!-- types: end -->)/;

/** The document with the present types between its two marks. */
export async function withEventTypes(document: string): Promise<string> {
  if (!PLACE.test(document)) throw new Error('docs/events.md has no place for the types');
  const sections = EVENT_TYPES.map(sectionOf).join('\n\n');
  const text = document.replace(
    PLACE,
    (_all, start: string, end: string) => `${start}\n\n${sections}\n\n${end}`,
  );
  return format(text, { ...(await resolveConfig(DOCUMENT)), parser: 'markdown' });
}

export async function readEventsDoc(): Promise<string> {
  return readFile(DOCUMENT, 'utf8');
}

function sectionOf(type: EventType): string {
  const fields = plainFields(z.toJSONSchema(EVENT_DATA[type], { io: 'output' }) as Shape);
  const rows = fields
    .filter(({ path }) => path !== '')
    .map(({ path, type: fieldType, doc }) => {
      return `| \`${path}\` | \`${fieldType.replaceAll('|', '\\|')}\` | ${doc.replaceAll('|', '\\|')} |`;
    });
  const data =
    rows.length === 0
      ? '`data` is empty.'
      : ['| `data` | type | |', '| --- | --- | --- |', ...rows].join('\n');
  return `### ${type}\n\n${EVENT_SUMMARIES[type]}\n\n${data}`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  await writeFile(DOCUMENT, await withEventTypes(await readEventsDoc()));
