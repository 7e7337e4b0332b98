/** `npm run check:database`: whether this version can start on the database that the settings name. It changes nothing. */
import '../node-version.ts';

// Imported later: parts of it cannot even be loaded by a Node that is too old.
const { config: readDotenv } = await import('dotenv');
const { pino } = await import('pino');
const { checkDatabase } = await import('../database/check-database.ts');
const { loadConfiguration } = await import('../configuration/load-configuration.ts');
const { collectionsOf } = await import('../database/collections.ts');
const { openDatabaseUnchanged } = await import('../database/open-database.ts');
const { readDatabaseSettings } = await import('../settings/settings.ts');
const { explainFailure } = await import('../startup-messages.ts');

/** Exit codes. */
const READY = 0;
const NOT_READY = 1;
const NOT_CHECKED = 2;

async function main(): Promise<number> {
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const settings = readDatabaseSettings(process.env, Object.keys(file));
  const configuration = await loadConfiguration(process.cwd(), {
    production: process.env['NODE_ENV']?.trim() === 'production',
  });
  const database = await openDatabaseUnchanged(settings, pino({ level: 'silent' }));
  if (!database) {
    process.stdout.write('There is no database yet. The first start makes one.\n');
    return READY;
  }
  try {
    const { changes, migrations, faults, notes } = await checkDatabase(
      collectionsOf(database.db),
      configuration,
    );
    for (const change of changes) process.stdout.write(`At the start: ${change}\n`);
    for (const migration of migrations) process.stdout.write(`After the start: ${migration}\n`);
    for (const note of notes) process.stdout.write(`${note}\n`);
    for (const fault of faults) process.stderr.write(`${fault}\n`);
    if (faults.length > 0) return NOT_READY;
    process.stdout.write('This version can start on this database.\n');
    return READY;
  } finally {
    await database.close();
  }
}

try {
  process.exitCode = await main();
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = NOT_CHECKED;
}
process.exit();
