import { listSessions } from './001-list-sessions.ts';
import type { Migration } from './migration.ts';

/** In the order of their numbers. A new one is added at the end. */
export const MIGRATIONS: readonly Migration[] = [listSessions];
