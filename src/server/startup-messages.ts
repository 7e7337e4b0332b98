import { DatabaseConnectionError } from './database/connect.ts';
import { DatabaseIndexError } from './database/index-errors.ts';
import { IssuerChangedError } from './domain/providers/provider-issuers.ts';
import type { DemoProviders } from './demo/start.ts';
import { DamagedFileError } from './kept-file.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/** What runs, where, and how to sign in, for the person at the terminal. */
export function describeRunning(settings: Settings, demo: DemoProviders | null): string {
  const outbox = settings.mode !== 'production' && settings.smtpUrl === null;
  const lines = [
    settings.mongodbUri === null
      ? `Database   the embedded MongoDB, kept in ${settings.dataDir}`
      : 'Database   the MongoDB server that MONGODB_URI names',
    outbox ? `Mail       kept here, nothing is sent: ${settings.origin}/dev/outbox` : 'Mail       by SMTP',
    ...(demo?.providers ?? []).map(
      ({ name, issuer }) => `Provider   ${name}, a real OpenID provider for trying out: ${issuer}`,
    ),
    ...(demo
      ? [
          `Provider   ${demo.unknown.name}, found by addresses like ada@${demo.unknown.domain}: ${demo.unknown.issuer}`,
        ]
      : []),
  ];
  const ways = [
    ...(demo ? [`choose "${demo.providers[0]?.name}" and type any login name`] : []),
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

/** By name, because no part of the embedded engine and of the demo is loaded where they are not used. */
const EXPLAIN_THEMSELVES = new Set([
  SettingsError.name,
  DatabaseConnectionError.name,
  DatabaseIndexError.name,
  IssuerChangedError.name,
  'EngineUnavailableError',
  'DirectoryInUseError',
  'DamagedDatabaseError',
  'DemoProviderError',
  DamagedFileError.name,
]);

/** What a person can mend is said in words alone; everything else comes with its stack. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { code, port, syscall } = error as { code?: string; port?: number; syscall?: string };
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken by another program. Set PORT to a free one (the demo providers use the three after it).`;
  }
  if (code === 'EADDRNOTAVAIL' || (code === 'ENOTFOUND' && syscall === 'getaddrinfo')) {
    return 'HOST names no address of this machine. Set it to one that the machine has, or to * for all of them.';
  }
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}. Set PORT.`;
  return EXPLAIN_THEMSELVES.has(error.name) ? error.message : (error.stack ?? error.message);
}
