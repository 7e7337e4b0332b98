import type { Express } from 'express';
import { isLocale } from '../../../shared/locale.ts';
import { SCHEMES } from '../../brand/tokens.ts';
import { styleSourcesOf } from '../../http/content-hashes.ts';
import { inScheme, sendFrame } from '../../http/frame.ts';
import { localeOfRequest, sendError } from '../../http/request.ts';
import type { MailSettings } from '../../mail/compose-mail.ts';
import { createLogos, withPictures } from '../../mail/logos.ts';
import { MAIL_SAMPLES } from '../../mail/samples.ts';
import { galleryPage } from './gallery-page.ts';
import { requireThisMachine } from './outbox-route.ts';

const [FIRST_SAMPLE = ''] = Object.keys(MAIL_SAMPLES);

/** `/dev/mails`: every mail with sample data. The server renders it, so no script of the pages has it. */
export function mountMailGallery(app: Express, settings: MailSettings): void {
  const readLogos = createLogos(settings);
  app.use('/dev/mails', requireThisMachine);

  app.get('/dev/mails', (req, res) => {
    const { mail = FIRST_SAMPLE, language = localeOfRequest(req) } = req.query;
    if (typeof mail !== 'string' || !Object.hasOwn(MAIL_SAMPLES, mail) || !isLocale(language))
      return sendError(req, res, 'NOT_FOUND');
    const page = galleryPage(settings, language, mail);
    res.set({ 'Content-Security-Policy': policyOf(page), 'Cache-Control': 'no-store' });
    res.type('html').send(page);
  });

  // Without a scheme, the mail follows the reader's system.
  app.get('/dev/mails/:language/:mail{/:scheme}', async (req, res) => {
    const { language, mail, scheme } = req.params;
    const sample = Object.hasOwn(MAIL_SAMPLES, mail) ? MAIL_SAMPLES[mail] : undefined;
    const chosen = SCHEMES.find((each) => each === scheme);
    if (!sample || !isLocale(language) || scheme !== chosen) return sendError(req, res, 'NOT_FOUND');
    const { html } = sample(settings, language);
    const page = withPictures(html, await readLogos(html));
    sendFrame(res, chosen === undefined ? page : inScheme(page, chosen), { links: 'tab' });
  });
}

function policyOf(page: string): string {
  return [
    "default-src 'none'",
    `style-src ${styleSourcesOf(page).join(' ')}`,
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
