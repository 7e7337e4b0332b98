import type { Express, RequestHandler, Response } from 'express';
import { styleSourcesOf } from '../../http/content-hashes.ts';
import { sendError } from '../../http/request.ts';
import type { Settings } from '../../settings/settings.ts';
import { isFromThisMachine } from '../this-machine.ts';
import type { MailSettings } from '../../mail/compose-mail.ts';
import { createLogos, type InlinePicture } from '../../mail/logos.ts';
import { readOutbox, readOutboxMessage } from './outbox.ts';

const MAX_MESSAGES = 100;

/** Serves `/dev/outbox`: the sent messages, newest first, or those to one address (`to`). */
export function mountOutbox(app: Express, settings: MailSettings & Pick<Settings, 'dataDir'>): void {
  const { dataDir } = settings;
  const readLogos = createLogos(settings);
  app.use('/dev/outbox.json', requireThisMachine);
  app.use('/dev/outbox/messages', requireThisMachine);

  app.get('/dev/outbox.json', async (req, res) => {
    const { to } = req.query;
    const messages = await readOutbox(dataDir, MAX_MESSAGES);
    res
      .set('Cache-Control', 'no-store')
      .json(typeof to === 'string' ? messages.filter((message) => message.to === to) : messages);
  });

  app.get('/dev/outbox/messages/:id', async (req, res) => {
    const message = await readOutboxMessage(dataDir, req.params.id);
    if (!message?.html) return sendError(req, res, 'NOT_FOUND');
    sendMailFrame(res, message.html, await readLogos(message.html));
  });
}

export function sendMailFrame(res: Response, html: string, pictures: readonly InlinePicture[]): void {
  res.set({
    'Content-Security-Policy': policyOf(html),
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': 'no-store',
  });
  // Links open in the whole tab, outside the sandbox.
  let page = html.replace('<head>', '<head><base target="_top">');
  for (const { cid, content, contentType } of pictures)
    page = page.replaceAll(`cid:${cid}`, `data:${contentType};base64,${content.toString('base64')}`);
  res.type('html').send(page);
}

/** The outbox contains sign-in links and codes of all users. */
export const requireThisMachine: RequestHandler = (req, res, next) => {
  if (isFromThisMachine(req)) return next();
  sendError(req, res, 'THIS_MACHINE_ONLY');
};

function policyOf(html: string): string {
  return [
    "default-src 'none'",
    'img-src data:',
    `style-src ${["'unsafe-hashes'", ...styleSourcesOf(html)].join(' ')}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'self'",
    'sandbox allow-top-navigation-by-user-activation',
  ].join('; ');
}
