import type { EnvironmentReader } from './faults.ts';
import { isLoopback } from './values.ts';

/** Whether only this machine reaches the origin. RFC 6761 reserves names below `localhost` for loopback. */
export function isLocalOrigin(origin: string): boolean {
  const url = new URL(origin);
  return isLoopback(url) || url.hostname.endsWith('.localhost');
}

/** The host to listen on, so that other machines cannot connect. */
export function localHostOf(origin: string): string {
  const url = new URL(origin);
  return isLoopback(url) ? url.hostname.replace(/^\[(.*)\]$/, '$1') : 'localhost';
}

/** Development shows all mails and signs anybody in. A forgotten NODE_ENV must not publish both. */
export function reportPublicOrigin(reader: EnvironmentReader): void {
  reader.fault(
    'APP_ORIGIN',
    'is an address that others can reach, and NODE_ENV is not production',
    'Set NODE_ENV=production; or set PUBLIC_DEVELOPMENT=on if others may reach a server with development defaults.',
  );
}
