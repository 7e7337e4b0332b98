import { config as readDotenv } from 'dotenv';
import { pino } from 'pino';
import { assemble, type Assembled } from '../assemble.ts';
import { closeInReverse, type Closing } from '../process/closing.ts';
import { loadConfiguration } from '../configuration/load-configuration.ts';
import { openDatabase, openDatabasePatiently } from '../database/open-database.ts';
import { readSettings } from '../settings/read-settings.ts';
import type { Settings } from '../settings/settings.ts';
import { explainFailure } from '../process/startup-messages.ts';

/** Throws when a command must not run with these settings. */
export type SettingsCheck = (settings: Pick<Settings, 'mode'>) => void;

export interface OpenOptions {
  /** Makes no indexes, and sets no time limit for one operation. */
  readonly patient: boolean;
}

export type OpenDependencies = (check?: SettingsCheck) => Promise<Assembled['deps']>;

/**
 * Runs a command as a process, with or without a running server, and ends with its exit code.
 * `open` checks the settings first, because opening the database creates and replaces indexes.
 */
export async function runAsProcess(
  run: (open: OpenDependencies) => Promise<number>,
  options: OpenOptions = { patient: false },
): Promise<void> {
  const closing: Closing = [];
  try {
    process.exitCode = await run((check) => openDependencies(closing, options, check));
  } catch (error) {
    process.stderr.write(`${explainFailure(error)}\n`);
    process.exitCode = 1;
  }
  await closeInReverse(closing, (name, error) =>
    process.stderr.write(`Could not close ${name}: ${String(error)}\n`),
  );
  process.exit();
}

async function openDependencies(
  closing: Closing,
  { patient }: OpenOptions,
  check?: SettingsCheck,
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
