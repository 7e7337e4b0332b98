import { createHash } from 'node:crypto';
import type { Express } from 'express';
import { PICTURE_CACHED_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { PICTURE_ID } from '../domain/pictures/pictures.ts';
import { readPicture } from '../domain/pictures/provider-pictures.ts';
import { sendError } from './request.ts';

/**
 * `GET /pictures/<id>.webp`: people's pictures, and nothing but what we have encoded ourselves. The id is the permission, so that an application on a
 * sibling host can show it by a plain `<img>`; no cookie is looked at and none is set.
 */
export function mountPictures(app: Express, deps: Dependencies): void {
  app.get('/pictures/:file', async (req, res) => {
    const id = /^(.*)\.webp$/.exec(req.params.file)?.[1];
    const picture = id !== undefined && PICTURE_ID.test(id) ? await readPicture(deps, id) : null;
    if (!picture) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Type': 'image/webp',
      // What an id shows never changes; but a picture that was taken down is to vanish from caches too, within a day.
      'Cache-Control': `public, max-age=${PICTURE_CACHED_MS / 1000}, immutable`,
      ETag: `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`,
      // `same-site`: the applications behind this front door live on sibling hosts; anybody else's page cannot embed faces from here.
      'Cross-Origin-Resource-Policy': 'same-site',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    // Express's own reading of `If-None-Match`.
    if (req.fresh) return void res.status(304).end();
    res.send(Buffer.from(picture));
  });
}
