/** Everything but the settings and the database: mail, providers, jobs, pages and listening. */
import type { Server } from 'node:http';
import { createApp } from './app.ts';
import { assemble } from './assemble.ts';
import { readBuildInfo } from './process/build-info.ts';
import type { Closing } from './process/closing.ts';
import type { Configuration } from './configuration/configuration.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { reportRestore } from './database/dump/restored-database.ts';
import { reportNotAdopted } from './database/not-adopted.ts';
import { checkStoredSecret } from './database/stored-secret.ts';
import type { DemoProviders } from './development/demo/start.ts';
import type { Dependencies } from './dependencies.ts';
import { startEvents } from './domain/event-runner.ts';
import { startStoringActivePeople } from './domain/activity/active-people.ts';
import { startJobs } from './domain/job-runner.ts';
import { bindIssuers } from './domain/providers/provider-issuers.ts';
import { createHttpServer, requireFreePort } from './http/http-server.ts';
import type { Log } from './log/log-lines.ts';
import { createMailTransport } from './mail/transport.ts';
import type { ProcessMetrics } from './metrics/open-metrics.ts';
import { openBuiltDocuments } from './pages/built-documents.ts';
import type { ClientDocuments } from './pages/documents.ts';
import type { Settings } from './settings/settings.ts';
import { createSmsTransport } from './sms/transport.ts';
import { describeRunning } from './process/startup-messages.ts';

/** In the sources Vite serves the pages, so that changes show at once. */
const FROM_SOURCE = import.meta.url.endsWith('.ts');

interface ServeOptions {
  readonly settings: Settings;
  readonly configuration: Configuration;
  readonly log: Log;
  readonly database: OpenDatabase;
  readonly metrics: ProcessMetrics | null;
  /** Closes what was opened, also after an error. */
  readonly closing: Closing;
}

/** Returns the text for the terminal once the server listens. */
export async function serve({
  settings,
  configuration,
  log,
  database,
  metrics,
  closing,
}: ServeOptions): Promise<string> {
  let hasRun = false;
  // Closed after all other parts but the database.
  closing.push(['the log', async () => void (hasRun && log.info({}, 'the server has ended'))]);
  await requireFreePort(settings.port, settings.listenHost);
  const mail = createMailTransport(settings, log);
  closing.push(['the mail transport', () => mail.close()]);
  const sms = createSmsTransport(settings, log);
  closing.push(['the text message transport', () => sms.close()]);

  const demo = settings.demo ? await startDemo(settings, log, closing) : null;
  const { mongo, db } = database;
  const { deps, builtInProviders } = await assemble({
    settings,
    configuration,
    mongo,
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
  // Not awaited, because it reads all connections. `check:database` counts them, too.
  void reportNotAdopted(deps).catch(() => null);
  // Before the server, so that it closes after it.
  if (metrics && settings.metrics) closing.push(['the metrics', await metrics.serve(deps, settings.metrics)]);
  await bindIssuers(deps);
  closing.push(['the database migrations', deps.migrations.start()]);
  closing.push(['the counts of active people', startStoringActivePeople(deps)]);
  const endJobs = startJobs(deps);
  closing.push(['the jobs', endJobs]);
  closing.push(['the events', startEvents(deps)]);

  const http = createHttpServer({ maxConnections: settings.maxConnections, log });
  metrics?.watchDraining(() => http.isDraining());
  closing.push(['the server', () => http.close()]);
  const development = settings.mode === 'production' ? {} : await import('./development/pages.ts');
  const app = createApp(deps, {
    builtInProviders,
    isDraining: () => http.isDraining(),
    documents: await openDocuments(http.server, settings, closing),
    ...development,
  });
  http.server.on('request', app);
  await http.listen(settings.port, settings.listenHost);
  // Pushed last, so it closes first: everything else goes on during the delay.
  closing.push([
    'the listening',
    () => {
      log.info({ delay: settings.shutdownDelay }, 'the server drains');
      return http.drain(settings.shutdownDelay * 1000);
    },
  ]);
  hasRun = true;
  log.info({ ...readBuildInfo() }, 'the server runs');

  return describeRunning(settings, demo);
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

async function startDemo(settings: Settings, log: Log, closing: Closing): Promise<DemoProviders> {
  const { startDemoProviders } = await import('./development/demo/start.ts');
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
  const { startViteDocuments } = await import('./development/vite-documents.ts');
  const vite = await startViteDocuments(server, settings);
  closing.push(['Vite', () => vite.close()]);
  return vite;
}
