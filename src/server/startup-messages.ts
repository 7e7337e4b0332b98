import { DatabaseConnectionError } from './database/connect.ts';
import { SettingsError, type OidcProviderSettings, type Settings } from './settings.ts';

/** What runs, where, and how to sign in, for the person at the terminal. */
export function describeRunning(settings: Settings, demoProviders: readonly OidcProviderSettings[]): string {
  const outbox = settings.mode !== 'production' && settings.smtpUrl === null;
  const lines = [
    settings.mongodbUri === null
      ? `Database   the embedded MongoDB, kept in ${settings.dataDir}`
      : 'Database   the MongoDB server that MONGODB_URI names',
    outbox ? `Mail       kept here, nothing is sent: ${settings.origin}/dev/outbox` : 'Mail       by SMTP',
    ...demoProviders.map(
      ({ name, issuer }) => `Provider   ${name}, a real OpenID provider for trying out: ${issuer}`,
    ),
  ];
  const ways = [
    ...(demoProviders.length > 0 ? [`choose "${demoProviders[0]?.name}" and type any login name`] : []),
    ...(outbox ? ['type any e-mail address and open the mail in the outbox'] : []),
  ];
  return [
    '',
    ...lines,
    '',
    `Foyer runs at ${settings.origin}`,
    ...(ways.length > 0 ? [`To sign in: ${ways.join('; or ')}.`] : []),
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

/** By name, because with a MONGODB_URI no part of the embedded engine is loaded. */
const EXPLAIN_THEMSELVES = new Set([
  SettingsError.name,
  DatabaseConnectionError.name,
  'EngineUnavailableError',
  'DirectoryInUseError',
]);

/** What a person can mend is said in words alone; everything else comes with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port } = error as { code?: string; port?: number };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Set PORT to a free one (the demo providers use the two after it).`;
  }
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}. Set PORT.`;
  return EXPLAIN_THEMSELVES.has(error.name) ? error.message : (error.stack ?? error.message);
}
