import { inject } from 'vitest';

/** This worker's server. Vitest numbers workers from 1. */
export function testDatabaseUri(): string {
  const uris = inject('databaseUris');
  const uri = uris[(Number(process.env['VITEST_POOL_ID'] ?? 1) - 1) % uris.length];
  if (uri === undefined) throw new Error('no database server was started');
  return uri;
}
