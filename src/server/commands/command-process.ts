import { config as readDotenv } from 'dotenv';
import { pino } from 'pino';
import { assemble, type Assembled } from '../assemble.ts';
import { closeInReverse, type Closing } from '../process/closing.ts';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { openDatabase, openDatabasePatiently } from '../database/open-database.ts';
import { readSettings } from '../settings/read-settings.ts';
import { explainFailure } from '../process/startup-messages.ts';
import { EXIT_CODES, runCommand, type Command, type CommandIo } from './command-frame.ts';

const PROCESS_IO: CommandIo = {
  out: (text) => void process.stdout.write(text),
  error: (text) => void process.stderr.write(text),
  async readInput() {
    let text = '';
    for await (const chunk of process.stdin) text += String(chunk);
    return text;
  },
};

/** Runs a command as a process, with or without a running server, and ends with its exit code. */
export async function runAsProcess<Deps>(command: Command<Deps>, args: readonly string[]): Promise<void> {
  const closing: Closing = [];
  try {
    process.exitCode = await runCommand(command, args, PROCESS_IO, async () => {
      // Every command names only parts of these.
      return (await openDependencies(closing, command)) as unknown as Deps;
    });
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = EXIT_CODES.failed;
  }
  await closeInReverse(closing, (name, error) =>
    process.stderr.write(`Could not close ${name}: ${String(error)}\n`),
  );
  process.exit();
}

/** Checks the settings first, because opening the database creates and replaces indexes. */
async function openDependencies(
  closing: Closing,
  { patient = false, check }: Pick<Command<never>, 'patient' | 'check'>,
): Promise<Assembled['deps']> {
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const settings = readSettings(process.env, Object.keys(file));
  check?.(settings);
  const configuration = await loadConfiguration(process.cwd(), {
    production: settings.mode === 'production',
  });
  // The command prints its results itself.
  const log = pino({ level: 'silent' });
  const database = patient
    ? await openDatabasePatiently(settings, log)
    : await openDatabase(settings, log, { join: true, ownFields: configuration.ownFields });
  closing.push(['the database', database.close]);
  const { mongo, db } = database;
  // The server writes and sends the mails.
  const mail = {
    send: () => Promise.reject(new Error('this command sends no mail')),
    close: () => Promise.resolve(),
  };
  const sms = {
    send: () => Promise.reject(new Error('this command sends no text message')),
    close: () => Promise.resolve(),
  };
  return (await assemble({ settings, configuration, mongo, db, mail, sms, log, leavesSecurityEvents: true }))
    .deps;
}
