import type { Express, RequestHandler } from 'express';
import { sendFrame } from '../../http/frame.ts';
import { sendError } from '../../http/request.ts';
import type { Settings } from '../../settings/settings.ts';
import { isFromThisMachine } from '../this-machine.ts';
import type { MailSettings } from '../../mail/compose-mail.ts';
import { createLogos, withPictures } from '../../mail/logos.ts';
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
    const page = withPictures(message.html, await readLogos(message.html));
    sendFrame(res, page, { links: 'tab' });
  });
}

/** The outbox contains sign-in links and codes of all users. */
export const requireThisMachine: RequestHandler = (req, res, next) => {
  if (isFromThisMachine(req)) return next();
  sendError(req, res, 'THIS_MACHINE_ONLY');
};
