import type { Collections } from '../collections.ts';
import { MIGRATIONS } from './list.ts';
import type { Migration } from './migration.ts';

export const LATEST_MIGRATION = MIGRATIONS.at(-1)?.id ?? 0;

/** 0 for none. */
export async function storedMigration(
  { migrations }: Pick<Collections, 'migrations'>,
  list: readonly Migration[] = MIGRATIONS,
): Promise<{ readonly latest: number; readonly isDone: boolean }> {
  const stored = await migrations.find().toArray();
  const done = new Set(stored.filter(({ doneAt }) => doneAt !== null).map(({ _id }) => _id));
  return {
    latest: Math.max(0, ...stored.map(({ _id }) => _id)),
    isDone: list.every(({ id }) => done.has(id)),
  };
}
