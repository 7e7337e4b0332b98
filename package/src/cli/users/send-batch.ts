import { isFoyerError, type FoyerClient } from '../../client.ts';
import type { ImportedPerson } from './person.ts';
import type { ReportRow } from './report.ts';

/** A person to import, and the line of the file. */
export interface Row {
  readonly line: number;
  readonly person: ImportedPerson;
}

export interface BatchOutcome {
  readonly created: number;
  readonly existing: number;
  readonly refused: readonly ReportRow[];
}

interface SendOptions {
  readonly dryRun: boolean;
  readonly sleep: (ms: number) => Promise<void>;
}

const ATTEMPTS = 6;
const FIRST_PAUSE_MS = 500;

/**
 * Sends a batch. Foyer refuses the whole call when a row is malformed. Such rows are taken out with the reason, and the others are sent again. A
 * call whose answer was lost is repeated, because the same people are never imported twice.
 */
export async function sendBatch(
  client: FoyerClient,
  rows: readonly Row[],
  options: SendOptions,
): Promise<BatchOutcome> {
  const malformed: ReportRow[] = [];
  let left = rows;
  while (left.length > 0) {
    const sent = left;
    try {
      const { created, existing, refused } = await sendPatiently(client, sent, options);
      const refusedRows = refused.map(({ index, externalId, reason, message }) => ({
        line: sent[index]?.line ?? 0,
        externalId,
        imported: false,
        reason,
        message,
      }));
      return { created, existing, refused: [...malformed, ...refusedRows] };
    } catch (error) {
      const faults = faultsOf(error);
      if (faults.size === 0) throw error;
      for (const [index, message] of faults) {
        const row = sent[index];
        if (row) malformed.push({ ...placeOf(row), imported: false, reason: 'malformed', message });
      }
      left = sent.filter((_, index) => !faults.has(index));
    }
  }
  return { created: 0, existing: 0, refused: malformed };
}

async function sendPatiently(client: FoyerClient, rows: readonly Row[], { dryRun, sleep }: SendOptions) {
  for (let attempt = 1; ; attempt++) {
    try {
      return await client.users.import.mutate({ people: rows.map(({ person }) => person), dryRun });
    } catch (error) {
      const isPassing = isFoyerError(error) && (error.status >= 500 || error.status === 429);
      if (!isPassing || attempt === ATTEMPTS) throw error;
      const pauseMs = FIRST_PAUSE_MS * 2 ** (attempt - 1);
      await sleep(error.retryAfter === undefined ? pauseMs : error.retryAfter * 1000);
    }
  }
}

/** What is wrong with which row of a refused call. */
function faultsOf(error: unknown): ReadonlyMap<number, string> {
  const faults = new Map<number, string>();
  if (!isFoyerError(error) || error.code !== 'INVALID_INPUT') return faults;
  for (const { path, message } of error.issues ?? []) {
    const [list, index, ...field] = path;
    if (list !== 'people' || typeof index !== 'number') continue;
    const sentence = field.length === 0 ? message : `${field.join('.')}: ${message}`;
    faults.set(index, [faults.get(index), sentence].filter(Boolean).join(' '));
  }
  return faults;
}

function placeOf({ line, person }: Row): Pick<ReportRow, 'line' | 'externalId'> {
  const externalId: unknown = person.externalId;
  return { line, externalId: typeof externalId === 'string' ? externalId : null };
}
