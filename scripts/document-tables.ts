import { z } from 'zod';
import { LOG_EVENTS, LOG_FIELDS, LOG_LINES, type LogField } from '../src/server/log/log-lines.ts';
import { ERRORS, type ErrorCode } from '../src/shared/errors/catalogue.ts';
import { NEXT_STEPS } from '../src/shared/errors/entry.ts';
import { EVENT_SUMMARIES } from '../src/shared/event-summaries.ts';
import { EVENT_TYPES, type EventType } from '../src/shared/event-types.ts';
import { plainFields, type Shape } from '../src/shared/plain-fields.ts';
import { EVENT_DATA } from '../src/shared/schemas/events.ts';
import { tableOf, tableRows, withPart } from './documents/markdown.ts';

/** "When" is written by hand in docs/errors.md. Throws when a code has none. */
export function withErrors(document: string): string {
  const whens = new Map(tableRows(document, 'code').map(([code = '', , when = '']) => [code, when]));
  const rows = (Object.keys(ERRORS) as ErrorCode[]).map((code) => {
    const when = whens.get(`\`${code}\``);
    if (!when) throw new Error(`docs/errors.md: write a row for ${code} that says when it happens.`);
    return [`\`${code}\``, String(ERRORS[code].status), when, NEXT_STEPS[ERRORS[code].next].label];
  });
  return withPart(document, 'errors', tableOf(['code', 'status', 'when', 'next step'], rows));
}

export function withEventTypes(document: string): string {
  return withPart(document, 'types', EVENT_TYPES.map(sectionOf).join('\n\n'));
}

function sectionOf(type: EventType): string {
  const fields = plainFields(z.toJSONSchema(EVENT_DATA[type], { io: 'output' }) as Shape);
  const rows = fields
    .filter(({ path }) => path !== '')
    .map(({ path, type: fieldType, doc }) => [`\`${path}\``, `\`${fieldType}\``, doc]);
  const data = rows.length === 0 ? '`data` is empty.' : tableOf(['`data`', 'type', ''], rows);
  return `### ${type}\n\n${EVENT_SUMMARIES[type]}\n\n${data}`;
}

export function withLogLists(document: string): string {
  const lines = Object.entries(LOG_LINES).map(([message, { levels, fields, when }]) => [
    message,
    levels.join(', '),
    fields.map((field: LogField) => `\`${field}\``).join(' '),
    when,
  ]);
  const meaningsOf = (meanings: Readonly<Record<string, string>>) =>
    Object.entries(meanings).map(([name, meaning]) => [`\`${name}\``, meaning]);
  const withLines = withPart(document, 'lines', tableOf(['`msg`', 'level', 'fields', 'when'], lines));
  const withEvents = withPart(withLines, 'events', tableOf(['`event`', 'meaning'], meaningsOf(LOG_EVENTS)));
  return withPart(withEvents, 'fields', tableOf(['field', 'meaning'], meaningsOf(LOG_FIELDS)));
}
