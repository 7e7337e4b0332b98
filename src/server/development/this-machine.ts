import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/**
 * With one of these headers the request came through a proxy, whose own address says nothing about the
 * client. So these headers can only deny access.
 */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether the client runs on this machine, by the address of the socket. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const { remoteAddress } = req.socket;
  if (remoteAddress === undefined || PROXY_HEADERS.some((name) => req.headers[name] !== undefined))
    return false;
  // `process` converts an IPv4-mapped IPv6 address, which a dual-stack server sees.
  return ipaddr.process(remoteAddress).range() === 'loopback';
}
