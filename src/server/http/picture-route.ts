import { createHash } from 'node:crypto';
import type { Express } from 'express';
import { DAY_MS } from '../../shared/limits.ts';
import type { Dependencies } from '../dependencies.ts';
import { PICTURE_ID } from '../domain/pictures/pictures.ts';
import { readPicture } from '../domain/pictures/provider-pictures.ts';
import { sendError } from './request.ts';

/** How long a replaced picture may stay in caches. */
const PICTURE_CACHED_MS = DAY_MS;

/** Without cookies: who knows the id may see the picture, so sibling hosts can use a plain `<img>`. */
export function mountPictures(app: Express, deps: Dependencies): void {
  app.get('/pictures/:file', async (req, res) => {
    const id = /^(.*)\.webp$/.exec(req.params.file)?.[1];
    const picture = id !== undefined && PICTURE_ID.test(id) ? await readPicture(deps, id) : null;
    if (!picture) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Type': 'image/webp',
      // The picture of an id never changes, but a removed one must leave caches within a day.
      'Cache-Control': `public, max-age=${PICTURE_CACHED_MS / 1000}, immutable`,
      ETag: `"${createHash('sha256').update(picture).digest('base64url').slice(0, 22)}"`,
      // Applications on sibling hosts may embed the picture, other sites may not.
      'Cross-Origin-Resource-Policy': 'same-site',
      'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
    });
    // Express compares `If-None-Match` with the ETag.
    if (req.fresh) return void res.status(304).end();
    res.send(Buffer.from(picture));
  });
}
