import { createHash } from 'node:crypto';
import type { Express } from 'express';
import type { Dependencies } from '../dependencies.ts';
import { sendError } from './request.ts';

/** The operator may change the file at the next start. */
const CACHED_SECONDS = 3600;

/** `GET /provider-logos/<id>`: the file of `OIDC_<ID>_LOGO`, without cookies. */
export function mountProviderLogos(app: Express, { settings }: Pick<Dependencies, 'settings'>): void {
  const logos = new Map(
    settings.oidcProviders.flatMap(({ id, logo }) => {
      if (!logo) return [];
      const etag = `"${createHash('sha256').update(logo.content).digest('base64url').slice(0, 22)}"`;
      return [[id, { ...logo, etag }]];
    }),
  );
  app.get('/provider-logos/:id', (req, res) => {
    const logo = logos.get(req.params.id);
    if (!logo) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Type': logo.type,
      'Cache-Control': `public, max-age=${CACHED_SECONDS}`,
      ETag: logo.etag,
      // Applications on sibling hosts may show the logo on their own buttons.
      'Cross-Origin-Resource-Policy': 'same-site',
      // For a browser that opens the address itself: no script, no other file.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none'; sandbox",
    });
    // Express compares `If-None-Match` with the ETag.
    if (req.fresh) return void res.status(304).end();
    res.send(logo.content);
  });
}
