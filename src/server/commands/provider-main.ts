/**
 * `npm run provider -- add | list | test | remove`, with or without a running server. It uses the server's
 * settings and database.
 */
import { config as readDotenv } from 'dotenv';
import { pino } from 'pino';
import { assemble } from '../assemble.ts';
import { closeInReverse, type Closing } from '../closing.ts';
import { openDatabase } from '../database/open-database.ts';
import { runProviderCommand } from './provider-command.ts';
import { readSettings } from '../settings/settings.ts';
import { explainFailure } from '../startup-messages.ts';

async function main(closing: Closing): Promise<number> {
  readDotenv({ quiet: true });
  return runProviderCommand(
    process.argv.slice(2),
    {
      out: (text) => void process.stdout.write(text),
      error: (text) => void process.stderr.write(text),
      readInput: () => readAll(process.stdin),
    },
    async () => {
      const settings = readSettings(process.env);
      // The command prints its results; the log belongs to the server.
      const log = pino({ level: 'silent' });
      const database = await openDatabase(settings, log, { join: true });
      closing.push(['the database', database.close]);
      const { client, db } = database;
      const mail = {
        send: () => Promise.reject(new Error('this command sends no mail')),
        close: () => Promise.resolve(),
      };
      const sms = {
        send: () => Promise.reject(new Error('this command sends no text message')),
        close: () => Promise.resolve(),
      };
      return (await assemble({ settings, client, db, mail, sms, log })).deps;
    },
  );
}

async function readAll(input: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const chunk of input) text += String(chunk);
  return text;
}

const closing: Closing = [];
try {
  process.exitCode = await main(closing);
} catch (error) {
  process.stderr.write(`${explainFailure(error)}\n`);
  process.exitCode = 1;
}
await closeInReverse(closing, (name, error) =>
  process.stderr.write(`Could not close ${name}: ${String(error)}\n`),
);
process.exit();
