import { atBase } from '../../shared/base-path.ts';
import type { Express } from 'express';
import type { Settings } from '../settings/settings.ts';
import { sendError } from './request.ts';

/** `GET /brand/<name>.<hash>.<ending>`: the files of `BRAND_DIR`. A changed file gets another address. */
export function mountBrand(app: Express, settings: Pick<Settings, 'basePath' | 'brand'>): void {
  const filesByPath = new Map(Object.values(settings.brand.files).map((file) => [file.path, file]));
  app.get('/brand/:file', (req, res) => {
    const file = filesByPath.get(atBase(settings, req.path));
    if (!file) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Type': file.contentType,
      'Cache-Control': 'public, max-age=31536000, immutable',
      'X-Content-Type-Options': 'nosniff',
      // An SVG that is opened by itself is a document: it may draw, and nothing else.
      'Content-Security-Policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      // Mails and the operator's other sites may show the logo.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    res.send(file.content);
  });
}
