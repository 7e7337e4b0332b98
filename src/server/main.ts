/** The server process: reads the settings, opens the database, serves, and closes all on a signal. */
import './process/node-version.ts';
import { config as readDotenv } from 'dotenv';
import type { Log } from './log/log-lines.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import type { Configuration } from './configuration/configuration.ts';
import { closeInReverse, type Closing } from './process/closing.ts';
import { openDatabase } from './database/open-database.ts';
import { createLogger } from './log/log.ts';
import { openLogOutput } from './log/log-output.ts';
import { toText } from './log/log-text.ts';
import { endOnUncaughtErrors } from './process/uncaught-errors.ts';
import { readSettings } from './settings/read-settings.ts';
import type { Settings } from './settings/settings.ts';

/** After `SHUTDOWN_DELAY`, which is 0 in development: `tsx watch` kills the process 5 s after the signal. */
const CLOSE_WITHIN_MS = 4500;
const SAME_SIGNAL_WITHIN_MS = 500;

/** Loads the modules of `serve.ts` while the database starts. Each of the two takes about 0.3 s. */
async function start(
  settings: Settings,
  configuration: Configuration,
  log: Log,
  closing: Closing,
): Promise<void> {
  const metrics = settings.metrics && (await openMetrics(settings));
  const database = await openDatabase(settings, log, {
    ownFields: configuration.ownFields,
    watch: metrics?.watch,
    monitorCommands: settings.metrics?.commands,
    whileStarting: () => loadAhead(settings),
  });
  closing.push(['the database', database.close]);
  const { serve } = await loadServe();
  console.log(await serve({ settings, configuration, log, database, metrics, closing }));
}

const loadServe = () => import('./serve.ts');

function loadAhead({ demo }: Settings): void {
  void loadServe();
  if (demo) void import('./development/demo/start.ts');
}

/** Loads the code of the metrics only when they are on. */
async function openMetrics(settings: Settings) {
  const metrics = await import('./metrics/open-metrics.ts');
  return metrics.openMetrics(settings);
}

async function main(): Promise<void> {
  // `process.loadEnvFile()` is stable in Node 24 but experimental in Node 20.
  const { parsed: file = {} } = readDotenv({ quiet: true });
  const closing: Closing = [];
  let endingSince: number | null = null;
  let closeWithinMs = CLOSE_WITHIN_MS;

  const end = async (exitCode: number): Promise<never> => {
    endingSince = Date.now();
    setTimeout(() => process.exit(1), closeWithinMs);
    const closed = await closeInReverse(closing, (name, error) =>
      console.error(`Could not close ${name}:`, error),
    );
    process.exit(closed ? exitCode : 1);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (endingSince === null) void end(0);
      // Terminal, npm and tsx each send SIGINT for one Ctrl-C.
      else if (Date.now() - endingSince > SAME_SIGNAL_WITHIN_MS) process.exit(1);
    });
  }

  try {
    const settings = readSettings(process.env, Object.keys(file));
    closeWithinMs += settings.shutdownDelay * 1000;
    const configuration = await loadConfiguration(process.cwd(), {
      production: settings.mode === 'production',
    });
    const logFormat = settings.logFormat ?? (process.stdout.isTTY ? 'text' : 'json');
    const output = openLogOutput(process.stdout.fd, logFormat === 'text' ? toText : undefined);
    // Also after a signal and after an error that nobody caught.
    process.once('exit', () => output.end());
    endOnUncaughtErrors(output);
    await start(settings, configuration, createLogger(settings, output), closing);
  } catch (error) {
    if (endingSince !== null) return;
    const { explainFailure } = await import('./process/startup-messages.ts');
    console.error(explainFailure(error));
    await end(1);
  }
}

await main();
