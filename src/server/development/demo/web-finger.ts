import type { Provider } from 'oidc-provider';

type Middleware = Parameters<Provider['use']>[0];

const ISSUER_RELATION = 'http://openid.net/specs/connect/1.0/issuer';

/** RFC 7033: this provider is the issuer of every address in its domains. */
export function answerWebFinger(issuer: string, domains: readonly string[]): Middleware {
  return (ctx, next) => {
    if (ctx.path !== '/.well-known/webfinger') return next();
    const { resource } = ctx.query;
    if (typeof resource !== 'string') {
      ctx.status = 400;
      return undefined;
    }
    const domain = /^acct:[^@]+@([^@/]+)$/.exec(resource)?.[1]?.toLowerCase();
    if (domain === undefined || !domains.includes(domain)) {
      ctx.status = 404;
      return undefined;
    }
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.body = { subject: resource, links: [{ rel: ISSUER_RELATION, href: issuer }] };
    ctx.type = 'application/jrd+json';
    return undefined;
  };
}
