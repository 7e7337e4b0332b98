import type { Express, RequestHandler } from 'express';
import { styleSourcesOf } from '../http/content-hashes.ts';
import { sendError } from '../http/request.ts';
import { isFromThisMachine } from '../this-machine.ts';
import { readOutbox, readOutboxMessage } from './outbox.ts';

const SHOWN = 100;

/** What was sent, newest first, for the development page `/dev/outbox`. Never mounted in production or where mail goes out. */
export function mountOutbox(app: Express, dataDir: string): void {
  app.use('/dev/outbox.json', onThisMachineOnly);
  app.use('/dev/outbox/messages', onThisMachineOnly);

  app.get('/dev/outbox.json', async (_req, res) => {
    res.set('Cache-Control', 'no-store').json(await readOutbox(dataDir, SHOWN));
  });

  app.get('/dev/outbox/messages/:id', async (req, res) => {
    const message = await readOutboxMessage(dataDir, req.params.id);
    if (!message?.html) return sendError(req, res, 'NOT_FOUND');
    res.set({
      'Content-Security-Policy': policyOf(message.html),
      'X-Frame-Options': 'SAMEORIGIN',
      'Cache-Control': 'no-store',
    });
    // A link opens in the whole tab, where the sandbox ends.
    res.type('html').send(message.html.replace('<head>', '<head><base target="_top">'));
  });
}

/** Sign-in links and codes of everybody are in it. */
const onThisMachineOnly: RequestHandler = (req, res, next) => {
  if (isFromThisMachine(req)) return next();
  sendError(req, res, 'THIS_MACHINE_ONLY');
};

/** The mail is shown and can do nothing: it gets the styles that it brought, and links work when a person presses them. */
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
