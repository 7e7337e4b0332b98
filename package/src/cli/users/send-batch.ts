import type { ImportRefusal } from '../../../../src/shared/schemas/users-import.ts';
import { isFoyerError, type FoyerClient } from '../../client.ts';
import { ImportInterruptedError } from '../exit-codes.ts';
import type { ImportedUser } from './person.ts';
import type { ReportRow } from './report.ts';

export interface Row {
  readonly line: number;
  readonly person: ImportedUser;
}

interface SendOptions {
  readonly dryRun: boolean;
  readonly sleep: (ms: number) => Promise<void>;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
/** The total pause before the command gives up. A restarting server is back sooner. */
const PATIENCE_MS = 60_000;

/** The field of each refusal; `null` when several are possible. */
const REFUSAL_FIELDS: Readonly<Record<ImportRefusal, string | null>> = {
  repeated: null,
  'email-taken': 'email',
  'email-reserved': 'email',
  'email-domain-refused': 'email',
  'phone-taken': 'phone',
  'phone-invalid': 'phone',
  'provider-unknown': 'accounts',
  'account-taken': 'accounts',
  'passkey-taken': 'passkeys',
  'passkey-other-host': 'passkeys',
  'passkey-handle-missing': 'passkeyHandle',
  'passkey-invalid': 'passkeys',
  'password-hash-unknown': 'passwordHash',
  'password-hash-too-expensive': 'passwordHash',
  'role-unknown': 'roles',
  'role-refused': 'roles',
  'data-invalid': 'data',
  taken: null,
};

/** Removes malformed rows, for which Foyer refuses the call. A repeated call creates no duplicates. */
export async function sendBatch(client: FoyerClient, rows: readonly Row[], options: SendOptions) {
  const malformed: ReportRow[] = [];
  let left = rows;
  while (left.length > 0) {
    const sent = left;
    try {
      const { created, existing, refused } = await sendPatiently(client, sent, options);
      const refusedRows = refused.map(({ index, externalId, reason, message }) => ({
        line: sent[index]?.line ?? 0,
        externalId,
        email: sent[index]?.person.email ?? null,
        // A newer Foyer may know more reasons.
        field: (REFUSAL_FIELDS as Readonly<Record<string, string | null>>)[reason] ?? null,
        imported: false,
        reason,
        message,
      }));
      return { created, existing, refused: [...malformed, ...refusedRows] };
    } catch (error) {
      const faults = faultsOf(error);
      if (faults.size === 0) throw error;
      for (const [index, { field, message }] of faults) {
        const row = sent[index];
        if (row) malformed.push({ ...placeOf(row), field, imported: false, reason: 'malformed', message });
      }
      left = sent.filter((_, index) => !faults.has(index));
    }
  }
  return { created: 0, existing: 0, refused: malformed };
}

async function sendPatiently(client: FoyerClient, rows: readonly Row[], { dryRun, sleep }: SendOptions) {
  let waitedMs = 0;
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
    try {
      return await client.users.import.mutate({ people: rows.map(({ person }) => person), dryRun });
    } catch (error) {
      const isPassing = isFoyerError(error) && (error.status >= 500 || error.status === 429);
      if (!isPassing) throw error;
      if (waitedMs >= PATIENCE_MS) throw new ImportInterruptedError(error, dryRun);
      const nextMs = error.retryAfter === undefined ? pauseMs : error.retryAfter * 1000;
      await sleep(nextMs);
      waitedMs += nextMs;
    }
  }
}

function faultsOf(error: unknown): ReadonlyMap<number, Pick<ReportRow, 'field' | 'message'>> {
  const faults = new Map<number, Pick<ReportRow, 'field' | 'message'>>();
  if (!isFoyerError(error) || error.code !== 'INVALID_INPUT') return faults;
  for (const { path, message } of error.issues ?? []) {
    const [list, index, ...field] = path;
    if (list !== 'people' || typeof index !== 'number') continue;
    const name = field.length === 0 ? null : field.join('.');
    const sentence = name === null ? message : `${name}: ${message}`;
    const former = faults.get(index);
    faults.set(index, {
      field: former?.field ?? name,
      message: former ? `${former.message} ${sentence}` : sentence,
    });
  }
  return faults;
}

function placeOf({ line, person }: Row): Pick<ReportRow, 'line' | 'externalId' | 'email'> {
  const { externalId, email }: Readonly<Record<'externalId' | 'email', unknown>> = { email: null, ...person };
  return {
    line,
    externalId: typeof externalId === 'string' ? externalId : null,
    email: typeof email === 'string' ? email : null,
  };
}
