import { listSessions } from './001-list-sessions.ts';
import { keyNames } from './002-name-keys.ts';
import type { Migration } from './migration.ts';

/** In the order of their numbers. New ones are appended. */
export const MIGRATIONS: readonly Migration[] = [listSessions, keyNames];
