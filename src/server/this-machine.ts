import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** A proxy on this machine connects from it, whoever asked. These headers can take access away, and never give it. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether a request was made on this machine: by the socket's own address. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const { remoteAddress } = req.socket;
  if (remoteAddress === undefined || PROXY_HEADERS.some((name) => req.headers[name] !== undefined))
    return false;
  // `process` reads an IPv4 address out of its IPv6 form, which a server that listens on both families sees.
  return ipaddr.process(remoteAddress).range() === 'loopback';
}
