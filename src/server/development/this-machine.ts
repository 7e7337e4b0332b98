import type { IncomingMessage } from 'node:http';
import ipaddr from 'ipaddr.js';

/** Headers of a proxy. Its own address says nothing about the caller, so they can only deny access. */
const PROXY_HEADERS = ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via'];

/** Whether the caller runs on this machine, by the address of the socket. */
export function isFromThisMachine(req: IncomingMessage): boolean {
  const { remoteAddress } = req.socket;
  if (remoteAddress === undefined || PROXY_HEADERS.some((name) => req.headers[name] !== undefined))
    return false;
  // `process` converts the IPv4-mapped IPv6 addresses of a dual-stack server.
  return ipaddr.process(remoteAddress).range() === 'loopback';
}
