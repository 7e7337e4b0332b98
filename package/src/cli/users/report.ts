import { appendFile, readFile, writeFile } from 'node:fs/promises';

/** `imported` is true for a user who was imported without some parts. */
export interface ReportRow {
  readonly line: number;
  readonly externalId: string | null;
  readonly email: string | null;
  /** `null`: the whole row, or one of several fields. */
  readonly field: string | null;
  readonly imported: boolean;
  readonly reason: string;
  readonly message: string;
}

export function describeRow({ line, email, externalId, field, message }: ReportRow): string {
  const who = email ?? externalId;
  // The message of a malformed row names its fields.
  const what = field === null || message.startsWith(`${field}:`) ? message : `${field}: ${message}`;
  return `Line ${line}${who === null ? '' : ` (${who})`}: ${what}`;
}

/** Starts the report with the rows up to the line where a killed import continues. */
export async function beginReport(path: string, upTo: number): Promise<void> {
  const rows = upTo === 0 ? [] : await readRows(path);
  const kept = rows.filter(({ line }) => line <= upTo);
  await writeFile(path, kept.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

export async function appendToReport(path: string, rows: readonly ReportRow[]): Promise<void> {
  if (rows.length === 0) return;
  await appendFile(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
}

async function readRows(path: string): Promise<ReportRow[]> {
  const text = await readFile(path, 'utf8').catch(() => '');
  // A kill may leave half of the last line.
  return text.split('\n').flatMap((line) => {
    try {
      return [JSON.parse(line) as ReportRow];
    } catch {
      return [];
    }
  });
}
