import { createReadStream } from 'node:fs';

export interface FileRecord {
  /** Counted from 1. */
  readonly line: number;
  /** `null`: unreadable. */
  readonly value: Readonly<Record<string, unknown>> | null;
  /** Bytes of the file read so far. */
  readonly bytes: number;
}

interface TextLine {
  readonly line: number;
  readonly text: string;
  readonly bytes: number;
}

/** Reads one line at a time, so that memory does not depend on the size of the file. */
async function* readLines(file: string): AsyncGenerator<TextLine> {
  let [rest, line, bytes] = ['', 0, 0];
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n');
    rest = parts.pop() ?? '';
    for (const text of parts) {
      bytes += Buffer.byteLength(text) + 1;
      yield { line: (line += 1), text, bytes };
    }
  }
  if (rest !== '') yield { line: line + 1, text: rest, bytes: bytes + Buffer.byteLength(rest) };
}

/** One JSON object a line. Skips empty lines. */
export async function* readJsonLines(file: string): AsyncGenerator<FileRecord> {
  for await (const { line, text, bytes } of readLines(file)) {
    if (text.trim() !== '') yield { line, value: toObject(withoutMark(text)), bytes };
  }
}

/** The objects of the list `key` in one large JSON object, with one at a time in memory. */
export async function* readJsonList(file: string, key: string): AsyncGenerator<FileRecord> {
  const opening = new RegExp(`"${key}"\\s*:\\s*\\[`);
  let [isInside, depth, isText, isEscaped, line, bytes, begin] = [false, 0, false, false, 1, 0, 1];
  let pending = '';
  for await (const chunk of createReadStream(file, { encoding: 'utf8' }) as AsyncIterable<string>) {
    let text = chunk;
    if (!isInside) {
      pending += text;
      const found = opening.exec(pending);
      if (!found) continue;
      const before = pending.slice(0, found.index + found[0].length);
      line += before.split('\n').length - 1;
      bytes += Buffer.byteLength(before);
      text = pending.slice(before.length);
      pending = '';
      isInside = true;
    }
    let start = 0;
    for (let index = 0; index < text.length; index++) {
      const letter = text[index];
      if (letter === '\n') line += 1;
      if (isText) {
        if (isEscaped) isEscaped = false;
        else if (letter === '\\') isEscaped = true;
        else if (letter === '"') isText = false;
        continue;
      }
      if (letter === '"') isText = depth > 0;
      else if (letter === '{' || letter === '[') {
        if (depth === 0) [start, begin] = [index, line];
        depth += 1;
      } else if (letter === '}' || letter === ']') {
        if (depth === 0) return;
        depth -= 1;
        if (depth === 0) {
          const value = toObject(pending + text.slice(start, index + 1));
          pending = '';
          yield { line: begin, value, bytes: bytes + index + 1 };
        }
      }
    }
    if (depth > 0) {
      pending += text.slice(start);
    }
    bytes += Buffer.byteLength(text);
  }
}

/** CSV (RFC 4180). The first line names the columns. Empty values are left out. */
export async function* readCsv(file: string): AsyncGenerator<FileRecord> {
  let columns: readonly string[] | null = null;
  let [pending, begin] = ['', 0];
  for await (const { line, text, bytes } of readLines(file)) {
    if (pending === '') begin = line;
    const record: string = pending === '' ? text : `${pending}\n${text}`;
    // A quoted value may contain line breaks, so the record continues until the quotes are closed.
    if ((record.split('"').length - 1) % 2 === 1) {
      pending = record;
      if (record.length <= RECORD_MAX_LENGTH) continue;
      yield { line: begin, value: null, bytes };
      pending = '';
      continue;
    }
    pending = '';
    if (record.trim() === '') continue;
    const values = cellsOf(withoutMark(record.replace(/\r$/, '')));
    if (!columns) {
      columns = values.map((each) => each.trim());
      continue;
    }
    const cells = columns.map((column, index) => [column, values[index] ?? ''] as const);
    const value =
      values.length > columns.length ? null : Object.fromEntries(cells.filter(([, cell]) => cell !== ''));
    yield { line: begin, value, bytes };
  }
  if (pending !== '') yield { line: begin, value: null, bytes: 0 };
}

/** A cell after a comma. The caller adds a comma before the first cell. */
const CELL = /,(?:"((?:[^"]|"")*)"|([^,]*))/g;
/** Limits the memory for a quote that is never closed. */
const RECORD_MAX_LENGTH = 1024 * 1024;

function cellsOf(record: string): string[] {
  return [...`,${record}`.matchAll(CELL)].map(
    ([, quoted, bare = '']) => quoted?.replaceAll('""', '"') ?? bare,
  );
}

/** Removes a byte order mark. */
function withoutMark(text: string): string {
  return text.replace(/^\uFEFF/, '');
}

function toObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}
