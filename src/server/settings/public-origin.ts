import type { EnvironmentReader } from './faults.ts';
import { isLoopback } from './values.ts';

/**
 * Whether only browsers on this machine reach the origin. RFC 6761 reserves all names below `localhost` for
 * loopback.
 */
export function isLocalOrigin(origin: string): boolean {
  const url = new URL(origin);
  return isLoopback(url) || url.hostname.endsWith('.localhost');
}

/** The host to listen on, so that this origin works and other machines cannot connect. */
export function localHostOf(origin: string): string {
  const url = new URL(origin);
  return isLoopback(url) ? url.hostname.replace(/^\[(.*)\]$/, '$1') : 'localhost';
}

/**
 * Outside production the outbox shows all mails, and the demo signs anybody in. A forgotten NODE_ENV must not
 * publish both.
 */
export function reportPublicOrigin(reader: EnvironmentReader): void {
  reader.fault(
    'APP_ORIGIN',
    'is an address that others can reach, and NODE_ENV is not production',
    'Set NODE_ENV=production; or set PUBLIC_DEVELOPMENT=on if others may reach a server with development defaults.',
  );
}
