/**
 * The server process: opens settings, database, mail, providers and pages, listens, and closes all on a
 * signal.
 */
import type { Server } from 'node:http';
import { config as readDotenv } from 'dotenv';
import type { Log } from './log-lines.ts';
import { createApp } from './app.ts';
import { assemble } from './assemble.ts';
import { readBuildInfo } from './build-info.ts';
import { loadConfiguration } from './configuration/load-configuration.ts';
import type { Configuration } from './configuration/configuration.ts';
import { openBuiltDocuments } from './pages/built-documents.ts';
import type { ClientDocuments } from './pages/documents.ts';
import { startViteDocuments } from './pages/vite-documents.ts';
import { closeInReverse, type Closing } from './closing.ts';
import type { Dependencies } from './dependencies.ts';
import { openDatabase } from './database/open-database.ts';
import { checkStoredSecret } from './database/stored-secret.ts';
import { reportRestore } from './database/dump/report-restore.ts';
import { bindIssuers } from './domain/providers/provider-issuers.ts';
import { startEvents } from './domain/event-runner.ts';
import { startJobs } from './domain/job-runner.ts';
import { createHttpServer, requireFreePort } from './http/http-server.ts';
import { createLogger } from './log.ts';
import { openLogOutput } from './log-output.ts';
import { endOnUncaughtErrors } from './uncaught-errors.ts';
import { createMailTransport } from './mail/transport.ts';
import type { DemoProviders } from './demo/start.ts';
import { readSettings, type Settings } from './settings/settings.ts';
import { createSmsTransport } from './sms/transport.ts';
import { describeRunning, explainFailure } from './startup-messages.ts';

/** After `SHUTDOWN_DELAY`, which is 0 in development: `tsx watch` kills a process that still runs 5 s after the signal. */
const CLOSE_WITHIN_MS = 4500;
const SAME_SIGNAL_WITHIN_MS = 500;
/** Before the build Vite serves the pages, so that changes show at once. */
const FROM_SOURCE = import.meta.url.endsWith('.ts');

async function start(
  settings: Settings,
  configuration: Configuration,
  log: Log,
  closing: Closing,
): Promise<void> {
  let hasRun = false;
  // The first part, so it comes last at the end.
  closing.push(['the log', async () => void (hasRun && log.info({}, 'the server has ended'))]);
  const metrics = settings.metrics && (await openMetrics(settings));
  const database = await openDatabase(settings, log, {
    ownFields: configuration.ownFields,
    watch: metrics?.watch,
    monitorCommands: settings.metrics?.commands,
  });
  closing.push(['the database', database.close]);
  await requireFreePort(settings.port, settings.listenHost);
  const mail = createMailTransport(settings, log);
  closing.push(['the mail transport', () => mail.close()]);
  const sms = createSmsTransport(settings, log);
  closing.push(['the text message transport', () => sms.close()]);

  const demo = settings.demo ? await startDemo(settings, log, closing) : null;
  const { client, db } = database;
  const { deps, builtInProviders } = await assemble({
    settings,
    configuration,
    client,
    db,
    mail,
    sms,
    log,
    databaseTrouble: () => database.trouble(),
    ...(metrics ? { metrics: metrics.metrics } : {}),
    ...(demo ? { demoProviders: demo.providers, webFingerOrigins: demo.webFingerOrigins } : {}),
  });

  await reportSecretChange(deps);
  await reportRestore(deps);
  // Before the server, so that it closes after it.
  if (metrics && settings.metrics) closing.push(['the metrics', await metrics.serve(deps, settings.metrics)]);
  await bindIssuers(deps);
  closing.push(['the database migrations', deps.migrations.start()]);
  const endJobs = startJobs(deps);
  closing.push(['the jobs', endJobs]);
  closing.push(['the events', startEvents(deps)]);

  const http = createHttpServer({ maxConnections: settings.maxConnections, log });
  metrics?.watchDraining(() => http.isDraining());
  closing.push(['the server', () => http.close()]);
  const app = createApp(deps, {
    builtInProviders,
    isDraining: () => http.isDraining(),
    documents: await openDocuments(http.server, settings, closing),
  });
  http.server.on('request', app);
  await http.listen(settings.port, settings.listenHost);
  // The last part, so it comes first at the end: everything else goes on during the delay.
  closing.push([
    'the listening',
    () => {
      log.info({ delay: settings.shutdownDelay }, 'the server drains');
      return http.drain(settings.shutdownDelay * 1000);
    },
  ]);
  hasRun = true;
  log.info({ ...readBuildInfo() }, 'the server runs');

  console.log(describeRunning(settings, demo));
}

async function reportSecretChange(deps: Dependencies): Promise<void> {
  const change = await checkStoredSecret(deps);
  if (change === 'changed') deps.log.info({}, 'AUTH_SECRET was changed');
  if (change === 'unknown')
    deps.log.error(
      {},
      'AUTH_SECRET and AUTH_SECRET_PREVIOUS are not what this database was last used with: what is encrypted in it cannot be read',
    );
}

/** Their code is loaded only when they are on. */
async function openMetrics(settings: Settings) {
  const metrics = await import('./metrics/open-metrics.ts');
  return metrics.openMetrics(settings);
}

async function startDemo(settings: Settings, log: Log, closing: Closing): Promise<DemoProviders> {
  const { startDemoProviders } = await import('./demo/start.ts');
  const demo = await startDemoProviders({ settings, log });
  closing.push(['the demo providers', () => demo.close()]);
  return demo;
}

function openDocuments(server: Server, settings: Settings, closing: Closing): Promise<ClientDocuments> {
  return FROM_SOURCE ? openViteDocuments(server, settings, closing) : openBuiltDocuments(settings);
}

async function openViteDocuments(
  server: Server,
  settings: Settings,
  closing: Closing,
): Promise<ClientDocuments> {
  const vite = await startViteDocuments(server, settings);
  closing.push(['Vite', () => vite.close()]);
  return vite;
}

async function main(): Promise<void> {
  // `process.loadEnvFile()` is stable in Node 24 but experimental in Node 20.
  readDotenv({ quiet: true });
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
      // The terminal, npm and tsx each send the same Ctrl-C.
      else if (Date.now() - endingSince > SAME_SIGNAL_WITHIN_MS) process.exit(1);
    });
  }

  try {
    const settings = readSettings(process.env);
    closeWithinMs += settings.shutdownDelay * 1000;
    const configuration = await loadConfiguration(process.cwd(), {
      production: settings.mode === 'production',
    });
    const output = openLogOutput(process.stdout.fd);
    // Also after a signal and after an error that nobody caught.
    process.once('exit', () => output.end());
    endOnUncaughtErrors(output);
    await start(settings, configuration, createLogger(settings, output), closing);
  } catch (error) {
    if (endingSince !== null) return;
    console.error(explainFailure(error));
    await end(1);
  }
}

await main();
