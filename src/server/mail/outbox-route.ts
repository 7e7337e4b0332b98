import type { Express, RequestHandler } from 'express';
import { styleSourcesOf } from '../http/content-hashes.ts';
import { sendError } from '../http/request.ts';
import { isFromThisMachine } from '../this-machine.ts';
import { readOutbox, readOutboxMessage } from './outbox.ts';

const MAX_MESSAGES = 100;

/**
 * Serves the sent messages, newest first, for the development page `/dev/outbox`. Never mounted in production
 * or with a mail server.
 */
export function mountOutbox(app: Express, dataDir: string): void {
  app.use('/dev/outbox.json', requireThisMachine);
  app.use('/dev/outbox/messages', requireThisMachine);

  app.get('/dev/outbox.json', async (_req, res) => {
    res.set('Cache-Control', 'no-store').json(await readOutbox(dataDir, MAX_MESSAGES));
  });

  app.get('/dev/outbox/messages/:id', async (req, res) => {
    const message = await readOutboxMessage(dataDir, req.params.id);
    if (!message?.html) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Security-Policy': policyOf(message.html),
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    });
    // Links open in the whole tab, outside of the sandbox.
    res.type('html').send(message.html.replace('<head>', '<head><base target="_top">'));
  });
}

/** The outbox contains sign-in links and codes of all users. */
const requireThisMachine: RequestHandler = (req, res, next) => {
  if (isFromThisMachine(req)) return next();
  sendError(req, res, 'THIS_MACHINE_ONLY');
};

/** The mail gets only its own styles, and its links work when a user presses them. */
function policyOf(html: string): string {
  return [
    "default-src 'none'",
    `style-src ${["'unsafe-hashes'", ...styleSourcesOf(html)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-top-navigation-by-user-activation',
  ].join('; ');
}
