import { config as readDotenv } from 'dotenv';
import { pino } from 'pino';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { checkDatabase } from '../database/check-database.ts';
import { collectionsOf } from '../database/collections.ts';
import { openDatabaseUnchanged } from '../database/open-database.ts';
import { readDatabaseSettings } from '../settings/read-settings.ts';
import { explainFailure } from '../process/startup-messages.ts';
import type { CommandIo } from './command-frame.ts';

/** Exit codes. */
const READY = 0;
const NOT_READY = 1;
const NOT_CHECKED = 2;

/** Checks, without changes, whether this version can start on the database. Returns the exit code. */
export async function runCheckDatabaseCommand(_args: readonly string[], io: CommandIo): Promise<number> {
  try {
    return await check(io);
  } catch (error) {
    io.error(`${explainFailure(error)}\n`);
    return NOT_CHECKED;
  }
}

async function check(io: CommandIo): Promise<number> {
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const settings = readDatabaseSettings(process.env, Object.keys(file));
  const configuration = await loadConfiguration(process.cwd(), {
    production: process.env['NODE_ENV']?.trim() === 'production',
  });
  const database = await openDatabaseUnchanged(settings, pino({ level: 'silent' }));
  if (!database) {
    io.out('There is no database yet. The first start makes one.\n');
    return READY;
  }
  try {
    const { changes, migrations, faults, notes } = await checkDatabase(
      collectionsOf(database.db),
      configuration,
    );
    for (const change of changes) io.out(`At the start: ${change}\n`);
    for (const migration of migrations) io.out(`After the start: ${migration}\n`);
    for (const note of notes) io.out(`${note}\n`);
    for (const fault of faults) io.error(`${fault}\n`);
    if (faults.length > 0) return NOT_READY;
    io.out('This version can start on this database.\n');
    return READY;
  } finally {
    await database.close();
  }
}
