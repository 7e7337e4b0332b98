import { config as readDotenv } from 'dotenv';
import { pino } from 'pino';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { checkDatabase } from '../database/check-database.ts';
import { collectionsOf } from '../database/collections.ts';
import { openDatabaseUnchanged } from '../database/open-database.ts';
import { readDatabaseSettings } from '../settings/read-settings.ts';
import { action, EXIT_CODES, type Command, type CommandIo, type Outcome } from './command-frame.ts';

export const checkDatabaseCommand: Command<undefined> = {
  name: 'check-database',
  about:
    'Says whether this version can start on the database, and what the start would change. It changes nothing.',
  // Opening the database for other commands makes indexes.
  standsAlone: true,
  actions: {
    '': action({
      about:
        'It ends with 1 when this version cannot start on the database, or the database does not answer.',
      examples: ['', '--json'],
      prepare:
        (_operand, { json }) =>
        (_deps, io) =>
          check(io, json),
    }),
  },
};

async function check(io: CommandIo, json: boolean): Promise<Outcome> {
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const settings = readDatabaseSettings(process.env, Object.keys(file));
  const configuration = await loadConfiguration(process.cwd(), {
    production: process.env['NODE_ENV']?.trim() === 'production',
  });
  const database = await openDatabaseUnchanged(settings, pino({ level: 'silent' }));
  if (!database) {
    const data = { isReady: true, changes: [], migrations: [], faults: [], notes: [] };
    return { data, text: 'There is no database yet. The first start makes one.\n' };
  }
  try {
    const found = await checkDatabase(collectionsOf(database.db), configuration);
    const { changes, migrations, faults, notes } = found;
    const isReady = faults.length === 0;
    const lines = [
      ...changes.map((change) => `At the start: ${change}\n`),
      ...migrations.map((migration) => `After the start: ${migration}\n`),
      ...notes.map((note) => `${note}\n`),
      ...(isReady ? ['This version can start on this database.\n'] : []),
    ];
    if (!json) for (const fault of faults) io.error(`${fault}\n`);
    return {
      data: { isReady, changes, migrations, faults, notes },
      text: lines.join(''),
      exitCode: isReady ? EXIT_CODES.done : EXIT_CODES.failed,
    };
  } finally {
    await database.close();
  }
}
