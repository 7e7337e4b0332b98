import type { IncomingMessage } from 'node:http';
import proxyAddr from 'proxy-addr';
import type { SeenProxies } from '../domain/rules/request-context.ts';
import type { Settings } from '../settings/settings.ts';

/** Whether the proxy at this address and hop is trusted to name the caller. */
export type TrustsProxy = (address: string, hop: number) => boolean;

export function readTrustProxy(trustProxy: Settings['trustProxy']): TrustsProxy {
  if (trustProxy === false) return () => false;
  if (typeof trustProxy === 'number') return (_address, hop) => hop < trustProxy;
  return proxyAddr.compile(trustProxy.split(/\s*,\s*/));
}

/** `req.ip` of Express, for a request that Express has not seen. */
export function clientAddressOf(req: IncomingMessage, trustsProxy: TrustsProxy): string {
  return proxyAddr(req, trustsProxy);
}

export function seenProxiesOf(req: IncomingMessage, trustProxy: Settings['trustProxy']): SeenProxies {
  const { 'x-forwarded-for': header = '' } = req.headers;
  const addresses = String(header)
    .split(',')
    .filter((each) => each.trim() !== '');
  const trustsProxy = readTrustProxy(trustProxy);
  return {
    forwarded: addresses.length,
    isSenderTrusted: trustsProxy(req.socket.remoteAddress ?? '', 0),
  };
}
