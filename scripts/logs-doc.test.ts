import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { LOG_EVENTS, LOG_FIELDS, LOG_LINES, type LogField } from '../src/server/log-lines.ts';
import { REQUEST_LINE } from '../src/server/log-output.ts';
import { readLogsDoc, withLogLists } from './logs-doc.ts';

const SERVER = fileURLToPath(new URL('../src/server/', import.meta.url));

describe('docs/logs.md', () => {
  it('has the lines, events and fields of the code (npm run docs:logs)', async () => {
    const document = await readLogsDoc();
    expect(await withLogLists(document)).toBe(document);
  });
});

// That a line of the code is listed, the compiler checks (log-lines.test-d.ts).
describe('the list of lines', () => {
  it('has no line and no event that the server does not write', async () => {
    const files = (await readdir(SERVER, { recursive: true })).filter((file) =>
      /(?<!\.test|-d)\.ts$/.test(file),
    );
    const sources = await Promise.all(
      files
        .filter((file) => file !== 'log-lines.ts')
        .map((file) => readFile(path.join(SERVER, file), 'utf8')),
    );
    const text = sources.join('\n');
    const written = [...Object.keys(LOG_LINES), ...Object.keys(LOG_EVENTS)];
    expect(written.filter((name) => !text.includes(`'${name}'`))).toEqual([]);
    expect(Object.keys(LOG_LINES)).toContain(REQUEST_LINE);
  });

  it('has no field that no line has, and none that pino writes itself', () => {
    const used = new Set<LogField>(
      Object.values(LOG_LINES).flatMap(({ fields }): readonly LogField[] => fields),
    );
    const fields = Object.keys(LOG_FIELDS);
    expect(fields.filter((field) => !used.has(field as LogField))).toEqual([]);
    for (const own of ['level', 'time', 'pid', 'hostname', 'msg']) expect(fields).not.toContain(own);
  });
});
