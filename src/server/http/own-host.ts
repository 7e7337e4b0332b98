import type { Settings } from '../settings/settings.ts';
import type { IncomingMessage } from 'node:http';
import type { RequestHandler } from 'express';
import type { HostMismatch } from '../../shared/errors/error-data.ts';
import type { TrustsProxy } from './client-address.ts';
import { sendError } from './request.ts';

/** By `Host`, or `X-Forwarded-Host` of a trusted proxy. Links and cookies are made from the setting alone. */
export type IsOwnHost = (req: IncomingMessage) => boolean;

export function createHostCheck(origin: string, trustsProxy: TrustsProxy): IsOwnHost {
  const { host } = new URL(origin);
  return (req) =>
    req.headers.host?.toLowerCase() === host ||
    (forwardedHostOf(req) === host && trustsProxy(req.socket.remoteAddress ?? '', 0));
}

/** Refuses other hosts with 421 (RFC 9110, 15.5.20), so that no forged host gets into a link or a cookie. */
export function requireHost(
  { origin, basePath }: Pick<Settings, 'origin' | 'basePath'>,
  isOwnHost: IsOwnHost,
): RequestHandler {
  return (req, res, next) => {
    if (isOwnHost(req)) return next();
    sendError(req, res, 'WRONG_HOST', { leadsTo: origin + basePath, host: mismatchOf(req, origin) });
  };
}

function mismatchOf(req: IncomingMessage, origin: string): HostMismatch {
  const expected = new URL(origin).host;
  const forwarded = forwardedHostOf(req);
  const arrived = req.headers.host ?? '';
  return {
    arrived,
    ...(forwarded === undefined ? {} : { forwarded }),
    expected,
    remedy:
      forwarded === expected
        ? 'Set TRUST_PROXY to the number of proxies before Foyer, e.g. TRUST_PROXY=1.'
        : `Let the proxy send Host: ${expected} (nginx: proxy_set_header Host $host;), or set APP_ORIGIN to the address that browsers open.`,
  };
}

/** The first value, as Express reads it: the host that the browser requested. */
function forwardedHostOf({ headers }: IncomingMessage): string | undefined {
  const header = headers['x-forwarded-host'];
  const first = (Array.isArray(header) ? header[0] : header)?.split(',')[0]?.trim().toLowerCase();
  return first === '' ? undefined : first;
}
