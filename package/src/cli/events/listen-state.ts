import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../exit-codes.ts';
import { writePrivateFile } from '../private-file.ts';

/** How far `foyer listen` has come, for one Foyer and one address. */
export interface ListenState {
  /** The secret that signs, `whsec_…`. It stays the same, so that the app keeps it in its settings. */
  readonly secret: string;
  /** The cursor of the last page whose events were all forwarded; `null` before the first page. */
  readonly cursor: string | null;
  /** The ids of the events after `cursor` that were forwarded. */
  readonly forwarded: readonly string[];
}

const SECRET_BYTES = 32;
const NAME_LENGTH = 16;

export function listenStateFile(directory: string, url: string, forward: string): string {
  const name = createHash('sha256').update(`${url} ${forward}`).digest('hex').slice(0, NAME_LENGTH);
  return path.join(directory, 'listen', `${name}.json`);
}

/** The state of the last run, or a new one with a new secret. Throws `UsageError` for a file that is something else. */
export async function readListenState(file: string): Promise<ListenState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null)
    return { secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, cursor: null, forwarded: [] };
  const state = parse(text);
  if (!state) throw new UsageError(`${file} cannot be read. Remove it to begin again, with another secret.`);
  return state;
}

export async function writeListenState(file: string, state: ListenState): Promise<void> {
  await writePrivateFile(file, `${JSON.stringify(state)}\n`);
}

function parse(text: string): ListenState | null {
  try {
    const { secret, cursor, forwarded } = JSON.parse(text) as Partial<Record<keyof ListenState, unknown>>;
    if (typeof secret !== 'string' || !secret.startsWith('whsec_')) return null;
    if (cursor !== null && typeof cursor !== 'string') return null;
    if (!Array.isArray(forwarded) || !forwarded.every((id) => typeof id === 'string')) return null;
    return { secret, cursor, forwarded };
  } catch {
    return null;
  }
}
