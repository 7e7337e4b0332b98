import { errorsAndNotices } from './pages/errors-and-notices.ts';
import { firstPage } from './pages/first-page.ts';
import type { ServerPagesTexts } from '../texts.ts';

const { failures } = firstPage;

export const serverPages: ServerPagesTexts = {
  wordsOf: (code) => errorsAndNotices.errors[code],
  labelOf: (step) => errorsAndNotices.nextSteps[step],
  details: failures.details,
  code: failures.code,
  request: failures.request,
  inAMoment: failures.inAMoment,
  otherAddress: 'Öffnen Sie stattdessen diese Adresse:',
  onTheWay: 'Weiter zur Anmeldung',
  noAdministrator:
    'Diese Demo hat noch keinen Administrator. Melden Sie sich an, und machen Sie sich mit diesem Befehl dazu:',
  authenticatorApp: 'Authenticator-App',
  mailGallery: {
    title: 'E-Mails',
    language: 'Sprache',
    light: 'Hell',
    dark: 'Dunkel',
    frame: (scheme, width) => `${scheme}, ${width} px breit`,
    plainText: 'Nur Text',
  },
};
