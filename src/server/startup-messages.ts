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
    ...(demoProviders.length > 0
      ? [`choose "${demoProviders[0]?.name}" and type any login name and any password`]
      : []),
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

/** What a person can mend is said in words alone; everything else comes with its stack. */
export function explainFailure(error: unknown): string {
  const { code, port } = error as { code?: unknown; port?: unknown };
  if (code === 'EADDRINUSE') {
    return `Port ${String(port)} is taken by another program. Set PORT to a free one (the demo providers use the two after it).`;
  }
  if (code === 'EACCES' && port !== undefined)
    return `This user may not listen on port ${String(port)}. Set PORT.`;
  const expected = error instanceof SettingsError || error instanceof DatabaseConnectionError;
  if (error instanceof Error) {
    return expected || EXPECTED_NAMES.has(error.name) ? error.message : (error.stack ?? error.message);
  }
  return String(error);
}

/** By name, because with a MONGODB_URI no part of the embedded engine is loaded. */
const EXPECTED_NAMES = new Set(['EngineUnavailableError', 'DirectoryInUseError']);
