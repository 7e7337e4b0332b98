import { createHash, randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { EventType } from '../../events.ts';
import { UsageError } from '../exit-codes.ts';

export interface ListenState {
  /** The signing secret, `whsec_…`. It stays the same, so that the app can keep it in its settings. */
  readonly secret: string;
  /** By `positionKey`. A cursor skips events of other types, so each choice of types has its own position. */
  readonly positions: Readonly<Record<string, ListenPosition>>;
}

export interface ListenPosition {
  /** The cursor of the last page that was forwarded completely; `null` before the first page. */
  readonly cursor: string | null;
  /** The ids of the forwarded events after `cursor`. */
  readonly forwarded: readonly string[];
}

export const FIRST_POSITION: ListenPosition = { cursor: null, forwarded: [] };
const SECRET_BYTES = 32;
const NAME_LENGTH = 16;

export function listenStateFile(directory: string, url: string, forward: string): string {
  const name = createHash('sha256').update(`${url} ${forward}`).digest('hex').slice(0, NAME_LENGTH);
  return path.join(directory, 'listen', `${name}.json`);
}

export function positionKey(types: readonly EventType[] | undefined): string {
  return types ? [...new Set(types)].toSorted().join(' ') : 'all';
}

/** The state of the last run, or a new one. Throws `UsageError` for an invalid file. */
export async function readListenState(file: string): Promise<ListenState> {
  const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (text === null)
    return { secret: `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`, positions: {} };
  const state = parse(text);
  if (!state) throw new UsageError(`${file} cannot be read. Remove it to begin again, with another secret.`);
  return state;
}

function parse(text: string): ListenState | null {
  try {
    const { secret, positions } = JSON.parse(text) as Partial<Record<keyof ListenState, unknown>>;
    if (typeof secret !== 'string' || !secret.startsWith('whsec_')) return null;
    if (typeof positions !== 'object' || positions === null) return null;
    return Object.values(positions).every(isPosition) ? { secret, positions: { ...positions } } : null;
  } catch {
    return null;
  }
}

function isPosition(value: unknown): value is ListenPosition {
  const { cursor, forwarded } = (value ?? {}) as Partial<Record<keyof ListenPosition, unknown>>;
  if (cursor !== null && typeof cursor !== 'string') return false;
  return Array.isArray(forwarded) && forwarded.every((id) => typeof id === 'string');
}
