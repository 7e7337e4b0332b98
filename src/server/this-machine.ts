import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A proxy on this machine forwards requests of other machines with these headers. A request with one of them is never local. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a request comes from this machine, by the address of its socket. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const { remoteAddress } = req.socket;
  if (remoteAddress === undefined || PROXY_HEADERS.some((name) => req.headers[name] !== undefined))
    return false;
  // `process` turns an IPv4 address in IPv6 form (`::ffff:127.0.0.1`) into IPv4. A server on both families gets this form.
  return ipaddr.process(remoteAddress).range() === 'loopback';
}
