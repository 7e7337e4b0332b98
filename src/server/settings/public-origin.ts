import type { EnvironmentReader } from './faults.ts';
import { isLoopback } from './values.ts';

/** Whether only this machine's own browsers reach that address. RFC 6761 keeps every name below `localhost` on the machine. */
export function isLocalOrigin(origin: string): boolean {
  const url = new URL(origin);
  return isLoopback(url) || url.hostname.endsWith('.localhost');
}

/** What to listen on so that this origin answers here and nobody else on the network gets through. */
export function localHostOf(origin: string): string {
  const url = new URL(origin);
  return isLoopback(url) ? url.hostname.replace(/^\[(.*)\]$/, '$1') : 'localhost';
}

/** Outside production the outbox shows everybody's mail and the demo signs anyone in: a forgotten NODE_ENV must not publish that. */
export function reportPublicOrigin(reader: EnvironmentReader): void {
  reader.fault(
    'APP_ORIGIN',
    'is an address that others can reach, and NODE_ENV is not production',
    'Set NODE_ENV=production; or set PUBLIC_DEVELOPMENT=on if others may reach a server with development defaults.',
  );
}
