import type { Convert, ImportedUser } from './person.ts';
import { readCsv, readJsonLines, readJsonList, type FileRecord } from './records.ts';
import { fromAuthJs } from './sources/auth-js.ts';
import { fromBetterAuth } from './sources/better-auth.ts';
import { fromClerk } from './sources/clerk.ts';
import { fromCsv } from './sources/csv.ts';
import { fromFirebase } from './sources/firebase.ts';
import { fromKeycloak } from './sources/keycloak.ts';

/** How a system's file is read, and how a record becomes a user. */
export interface Source {
  readonly read: (file: string) => AsyncGenerator<FileRecord>;
  readonly convert: Convert;
}

/** The values of `--from`. `foyer` is the format of `users.import`. */
export const SOURCES = {
  // The server checks the fields.
  foyer: { read: readJsonLines, convert: (record) => ({ person: record as ImportedUser }) },
  'auth-js': { read: readJsonLines, convert: fromAuthJs },
  'better-auth': { read: readJsonLines, convert: fromBetterAuth },
  clerk: { read: readCsv, convert: fromClerk },
  csv: { read: readCsv, convert: fromCsv },
  firebase: { read: (file) => readJsonList(file, 'users'), convert: fromFirebase },
  keycloak: { read: (file) => readJsonList(file, 'users'), convert: fromKeycloak },
} as const satisfies Readonly<Record<string, Source>>;
export type SourceName = keyof typeof SOURCES;

export function isSourceName(name: string): name is SourceName {
  return Object.hasOwn(SOURCES, name);
}
