import { z } from 'zod';
import { EVENT_SUMMARIES } from '../src/shared/event-summaries.ts';
import { EVENT_TYPES, type EventType } from '../src/shared/event-types.ts';
import { plainFields, type Shape } from '../src/shared/plain-fields.ts';
import { EVENT_DATA } from '../src/shared/schemas/events.ts';
import { withPart } from './generated-part.ts';

/** docs/events.md with the present types between their marks. */
export function withEventTypes(document: string): string {
  return withPart(document, 'types', EVENT_TYPES.map(sectionOf).join('\n\n'));
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
