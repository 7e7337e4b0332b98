import type { RequestHandler } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { redirectKindOf } from '../domain/oauth/redirect-addresses.ts';

const PREFLIGHT_SECONDS = 600;
const LOCALHOST_ORIGIN = /^http:\/\/(?:[a-z0-9-]+\.)*localhost(?::[0-9]+)?$/;

/**
 * No credentials (Fetch standard, 3.3): the endpoints take no cookies, so a page gets what a program gets.
 */
function cors(
  methods: string,
  allows: (origin: string) => boolean,
  allowOrigin: (origin: string) => string,
): RequestHandler {
  return (req, res, next) => {
    const { origin } = req.headers;
    res.vary('Origin');
    if (origin === undefined || !allows(origin)) return next();
    res.set('Access-Control-Allow-Origin', allowOrigin(origin));
    if (req.method !== 'OPTIONS' || req.headers['access-control-request-method'] === undefined) {
      res.set('Access-Control-Expose-Headers', 'Retry-After, WWW-Authenticate, X-Request-Id');
      return next();
    }
    res
      .set('Access-Control-Allow-Methods', methods)
      .set('Access-Control-Allow-Headers', 'Authorization, Content-Type')
      .set('Access-Control-Max-Age', String(PREFLIGHT_SECONDS))
      .status(204)
      .end();
  };
}

export function allowEveryOrigin(methods: string): RequestHandler {
  return cors(
    methods,
    () => true,
    () => '*',
  );
}

/** Allows the origins of declared redirect addresses; outside production also every `localhost`. */
export function allowClientOrigins({
  oauthClients,
  settings,
}: Pick<Dependencies, 'oauthClients' | 'settings'>): RequestHandler {
  const origins = new Set(webOriginsOf(oauthClients));
  const allowsLocalhost = settings.mode !== 'production';
  return cors(
    'POST',
    (origin) => origins.has(origin) || (allowsLocalhost && LOCALHOST_ORIGIN.test(origin)),
    (origin) => origin,
  );
}

/** Sources of a Content Security Policy. The port of `localhost` is free, as in redirect addresses. */
export function siteSourcesOf(oauthClients: Dependencies['oauthClients']): string[] {
  return webOriginsOf(oauthClients).map((origin) =>
    LOCALHOST_ORIGIN.test(origin) ? `http://${new URL(origin).hostname}:*` : origin,
  );
}

function webOriginsOf(oauthClients: Dependencies['oauthClients']): string[] {
  const redirects = [...oauthClients.values()].flatMap((client) => client.redirects);
  const sites = redirects.filter((redirect) => redirectKindOf(redirect) === 'web');
  return [...new Set(sites.map((redirect) => new URL(redirect).origin))];
}
