import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BSON, type Document } from 'mongodb';
import { z } from 'zod';
import { DUMP_FORMAT, DumpError, END_KEY, HEADER_KEY, type DumpEnd, type DumpHeader } from './dump-format.ts';

const GZIP_MAGIC = Buffer.from([0x1f, 0x8b]);
const NEWLINE = 0x0a;
/** A document has 16 MB at most. As text it is a few times larger. */
const LINE_MAX_BYTES = 128 * 1024 * 1024;

const headerSchema = z.object({
  format: z.number(),
  migration: z.number(),
  createdAt: z.string(),
  isSnapshot: z.boolean(),
  secret: z.string(),
});
const endSchema = z.object({ counts: z.record(z.string(), z.number()), sha256: z.string() });

interface DumpReader {
  /** Called before any document. */
  readonly takeHeader: (header: DumpHeader) => void;
  /** `bytes`: the length of its line. */
  readonly takeDocument: (collection: string, document: Document, bytes: number) => Promise<void> | void;
}

/**
 * The reader gets the documents before the end is checked. Throws `DumpError` for a file that is no dump, or
 * is cut off or altered.
 */
export async function readDump(file: string, reader: DumpReader): Promise<DumpEnd> {
  const hash = createHash('sha256');
  const counts = new Map<string, number>();
  let isBegun = false;
  let end: DumpEnd | null = null;
  for await (const line of linesIn(file)) {
    if (end) throw new DumpError('The file has more lines after its end.');
    const { key, value } = parseLine(line, isBegun);
    if (!isBegun) {
      reader.takeHeader(headerOf(key, value));
      isBegun = true;
    } else if (key === END_KEY) {
      const { data } = endSchema.safeParse(plain(value));
      if (!data) throw damaged('its end has another form');
      end = data;
      continue;
    } else {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      await reader.takeDocument(key, value, line.length);
    }
    hash.update(line).update('\n');
  }
  if (!end) throw damaged(isBegun ? 'its end is missing' : 'it is empty');
  if (hash.digest('hex') !== end.sha256) throw damaged('its checksum is another one');
  const { counts: expected } = end;
  const names = new Set([...counts.keys(), ...Object.keys(expected)]);
  for (const name of names)
    if ((counts.get(name) ?? 0) !== (expected[name] ?? 0)) throw damaged(`documents of ${name} are missing`);
  return end;
}

function damaged(how: string): DumpError {
  return new DumpError(`The file is damaged or cut off: ${how}. Nothing of it can be used.`);
}

const FOREIGN = 'The file is no dump of Foyer.';

function headerOf(key: string, value: Document): DumpHeader {
  if (key !== HEADER_KEY) throw new DumpError(FOREIGN);
  const read = plain(value) as { readonly format?: unknown };
  if (read.format !== DUMP_FORMAT)
    throw new DumpError(`The dump has the format ${String(read.format)}. This version reads ${DUMP_FORMAT}.`);
  const { data } = headerSchema.safeParse(read);
  if (!data) throw new DumpError(FOREIGN);
  return data;
}

/** `isBegun`: the header was read, so the file is a dump. */
function parseLine(line: Buffer, isBegun: boolean): { key: string; value: Document } {
  let entries: [string, unknown][];
  try {
    // `relaxed: false` keeps the types of numbers.
    entries = Object.entries(BSON.EJSON.parse(line.toString('utf8'), { relaxed: false }) as object);
  } catch {
    entries = [];
  }
  const [entry, ...others] = entries;
  if (!entry || others.length > 0 || typeof entry[1] !== 'object' || entry[1] === null)
    throw isBegun ? damaged('a line has another form') : new DumpError(FOREIGN);
  return { key: entry[0], value: entry[1] };
}

/** Numbers of BSON as those of JavaScript. */
function plain(value: Document): unknown {
  return BSON.EJSON.parse(BSON.EJSON.stringify(value));
}

/** The last line must have an end, too: without it, the file is cut off. */
async function* linesIn(file: string): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of await openText(file)) {
      let rest = chunk as Buffer;
      for (let at = rest.indexOf(NEWLINE); at !== -1; at = rest.indexOf(NEWLINE)) {
        yield Buffer.concat([...parts, rest.subarray(0, at)]);
        [parts, bytes] = [[], 0];
        rest = rest.subarray(at + 1);
      }
      bytes += rest.length;
      if (bytes > LINE_MAX_BYTES) throw new DumpError(FOREIGN);
      if (rest.length > 0) parts.push(rest);
    }
  } catch (error) {
    // The code of zlib for a damaged file.
    if (String((error as { code?: unknown }).code).startsWith('Z_')) throw damaged('it cannot be unpacked');
    throw error;
  }
  if (bytes > 0) throw damaged('its last line is not whole');
}

async function openText(file: string): Promise<Readable> {
  const handle = await open(file);
  const start = await handle.read(Buffer.alloc(GZIP_MAGIC.length), 0, GZIP_MAGIC.length, 0);
  await handle.close();
  const source = createReadStream(file);
  // An error of an earlier stream ends the last one, where the caller sees it.
  return start.buffer.equals(GZIP_MAGIC) ? pipeline(source, createGunzip(), () => {}) : source;
}
