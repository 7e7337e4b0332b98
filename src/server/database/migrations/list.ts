import type { Migration } from './migration.ts';

/** In the order of their numbers. New ones are appended. There is none before the first release. */
export const MIGRATIONS: readonly Migration[] = [];
