import { rm } from 'node:fs/promises';
import { IMPORT_BATCH_SIZE, IMPORT_MAX_BODY_BYTES } from '../../../../src/shared/limits.ts';
import type { FoyerClient } from '../../client.ts';
import { RefusedRowsError } from '../exit-codes.ts';
import type { Output } from '../output.ts';
import { readCheckpoint, sourceOf, writeCheckpoint } from './checkpoint.ts';
import { defined, type ConversionOptions } from './person.ts';
import { appendToReport, beginReport, describeRow, type ReportRow } from './report.ts';
import { sendBatch, type Row } from './send-batch.ts';
import { SOURCES, type Source, type SourceName } from './sources.ts';

export interface ImportParts {
  readonly client: FoyerClient;
  readonly file: string;
  readonly from: SourceName;
  readonly dryRun: boolean;
  readonly conversion: ConversionOptions;
  readonly sleep: (ms: number) => Promise<void>;
  readonly output: Output;
  /** `null` without a terminal. */
  readonly showProgress: ((text: string) => void) | null;
}

/** How many refused rows the command prints. The report has all of them. */
const SHOWN_ROWS = 5;
/** Leaves room for the rest of the call. */
const BATCH_MAX_BYTES = IMPORT_MAX_BODY_BYTES - 64 * 1024;

/** Writes `<file>.report.ndjson` and a checkpoint. Throws `RefusedRowsError` when a row was refused. */
export async function importUsers(parts: ImportParts): Promise<void> {
  const { client, file, dryRun, output } = parts;
  const [checkpointFile, reportFile] = [`${file}.checkpoint`, `${file}.report.ndjson`];
  const { source, size } = await sourceOf(file);
  const about = { url: client.url, source };
  const former = dryRun ? null : await readCheckpoint(checkpointFile, about);
  let state = former ?? { ...about, line: 0, created: 0, existing: 0, refused: 0 };
  if (former) output.line(`Going on after line ${former.line}.`);
  await beginReport(reportFile, state.line);
  const shown: ReportRow[] = [];

  for await (const batch of batchesOf(parts, state.line)) {
    const outcome = await sendBatch(client, batch.rows, parts);
    const rows = [...batch.report, ...outcome.refused].sort((one, other) => one.line - other.line);
    await appendToReport(reportFile, rows);
    const refusedRows = rows.filter(({ imported }) => !imported);
    shown.push(...refusedRows.slice(0, SHOWN_ROWS - shown.length));
    state = {
      ...about,
      line: batch.lastLine,
      created: state.created + outcome.created,
      existing: state.existing + outcome.existing,
      refused: state.refused + refusedRows.length,
    };
    if (!dryRun) await writeCheckpoint(checkpointFile, state);
    parts.showProgress?.(progressOf(batch.bytes / size, state));
  }
  parts.showProgress?.('\n');
  if (!dryRun) await rm(checkpointFile, { force: true });
  const { created, existing, refused } = state;
  output.json({ created, existing, refused, dryRun, report: reportFile });
  for (const row of shown) output.line(describeRow(row));
  const verb = dryRun ? 'would be imported' : 'imported';
  output.line(`${created} ${verb}, ${existing} were here before, ${refused} refused.`);
  if (refused > 0) throw new RefusedRowsError(`${refused} were refused. The reasons are in ${reportFile}.`);
}

/** `bytes`: of the file up to the batch's end. */
async function* batchesOf({ file, from, conversion }: ImportParts, after: number) {
  const { read, convert }: Source = SOURCES[from];
  let rows: Row[] = [];
  let report: ReportRow[] = [];
  let [size, lastLine, position] = [0, after, 0];
  for await (const { line, value, bytes } of read(file)) {
    if (line <= after) continue;
    try {
      if (value === null) throw new Error('The record cannot be read.');
      const { person: converted, notes = [] } = convert(value, conversion);
      const person = defined(converted);
      const length = Buffer.byteLength(JSON.stringify(person));
      const isFull = Math.max(rows.length, report.length) >= IMPORT_BATCH_SIZE;
      if (isFull || (rows.length > 0 && size + length > BATCH_MAX_BYTES)) {
        yield { rows, report, lastLine, bytes: position };
        [rows, report, size] = [[], [], 0];
      }
      rows.push({ line, person });
      size += length + 1;
      const { externalId } = person;
      report.push(
        ...notes.map((message) => ({
          line,
          externalId,
          email: person.email ?? null,
          field: null,
          imported: true,
          reason: 'left-out',
          message,
        })),
      );
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      const row = { line, externalId: null, email: null, field: null, imported: false };
      report.push({ ...row, reason: 'not-converted', message });
    }
    [lastLine, position] = [line, bytes];
  }
  if (rows.length + report.length > 0) yield { rows, report, lastLine, bytes: position };
}

const BAR_LENGTH = 30;

function progressOf(share: number, state: { created: number; existing: number; refused: number }): string {
  const part = Math.min(1, share);
  const full = Math.round(part * BAR_LENGTH);
  const bar = '#'.repeat(full) + '-'.repeat(BAR_LENGTH - full);
  const done = state.created + state.existing + state.refused;
  return `\r[${bar}] ${Math.floor(part * 100)} %, ${done} people`;
}
