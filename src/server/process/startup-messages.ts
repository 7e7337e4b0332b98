import { isIPv6 } from 'node:net';
import { ConfigurationError } from '../configuration/load-configuration.ts';
import { DatabaseConnectionError } from '../database/connect.ts';
import { UnfinishedRestoreError } from '../database/dump/unfinished-restore.ts';
import { DatabaseIndexError } from '../database/index-errors.ts';
import { IssuerChangedError } from '../domain/providers/provider-issuers.ts';
import type { DemoProviders } from '../development/demo/start.ts';
import { DamagedFileError } from './kept-file.ts';
import { OPERATOR_COMMAND } from './operator-command.ts';
import { isLocalOrigin } from '../settings/public-origin.ts';
import { SettingsError, type Settings } from '../settings/settings.ts';

export function describeRunning(settings: Settings, demo: DemoProviders | null): string {
  const address = settings.origin + settings.basePath;
  const outbox = settings.mode !== 'production' && settings.smtpUrl === null;
  const lines = [
    settings.mongodbUri === null
      ? `Database   the embedded MongoDB, kept in ${settings.dataDir}`
      : 'Database   the MongoDB server that MONGODB_URI names',
    outbox ? `Mail       kept here, nothing is sent: ${address}/dev/outbox` : 'Mail       by SMTP',
    ...(demo?.providers ?? []).map(
      ({ name, issuer }) => `Provider   ${name}, a real OpenID provider for trying out: ${issuer}`,
    ),
    ...(demo
      ? [
          `Provider   ${demo.unknown.name}, found by addresses like ada@${demo.unknown.domain}: ${demo.unknown.issuer}`,
        ]
      : []),
  ];
  const signInHints = [
    ...(demo ? [`choose "${demo.providers[0]?.name}" and type any login name`] : []),
    ...(outbox ? ['type any email address and open the mail in the outbox'] : []),
  ];
  return [
    '',
    ...lines,
    '',
    ...(isReachedDirectly(settings)
      ? [`Foyer runs at ${address}`]
      : [`Foyer listens at ${listenAddress(settings)}`, `People reach it at ${address} (APP_ORIGIN)`]),
    ...(signInHints.length > 0
      ? [
          `1. Sign in there: ${signInHints.join('; or ')}.`,
          `2. Make yourself an administrator: ${OPERATOR_COMMAND} admin grant <your address>`,
        ]
      : []),
    'Ctrl-C ends it.',
    '',
  ].join('\n');
}

/** Whether a browser finds the process at `APP_ORIGIN` without a proxy. */
function isReachedDirectly({ origin, port, listenHost }: Settings): boolean {
  const { protocol, hostname, port: publicPort } = new URL(origin);
  if (protocol !== 'http:' || Number(publicPort || 80) !== port) return false;
  if (listenHost === null) return true;
  const listens = `http://${urlHost(listenHost)}`;
  return new URL(listens).hostname === hostname || (isLocalOrigin(listens) && isLocalOrigin(origin));
}

function listenAddress({ port, listenHost }: Settings): string {
  return listenHost === null
    ? `port ${port} of all addresses of this machine`
    : `http://${urlHost(listenHost)}:${port}`;
}

function urlHost(host: string): string {
  return isIPv6(host) ? `[${host}]` : host;
}

/** By name, so that their modules (embedded engine, demo) are not loaded. */
const ERRORS_WITHOUT_STACK = new Set([
  SettingsError.name,
  ConfigurationError.name,
  DatabaseConnectionError.name,
  DatabaseIndexError.name,
  'MetricsPortError',
  UnfinishedRestoreError.name,
  IssuerChangedError.name,
  'EngineUnavailableError',
  'DirectoryInUseError',
  'DataDirectoryError',
  'DamagedDatabaseError',
  'DemoProviderError',
  DamagedFileError.name,
]);

/** Returns the message alone of an error that an operator can repair, otherwise the stack. */
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
  return ERRORS_WITHOUT_STACK.has(error.name) ? error.message : (error.stack ?? error.message);
}
