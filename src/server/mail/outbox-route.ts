import type { Express } from 'express';
import { readOutbox } from './outbox.ts';

const SHOWN = 100;

/** What was sent, newest first, for the development page `/dev/outbox`. Never mounted in production or where mail goes out. */
export function mountOutbox(app: Express, dataDir: string): void {
  app.get('/dev/outbox.json', async (_req, res) => {
    res.set('Cache-Control', 'no-store').json(await readOutbox(dataDir, SHOWN));
  });
}
