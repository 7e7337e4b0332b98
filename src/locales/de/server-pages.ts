import { GERMAN_ERRORS } from './errors/catalogue.ts';
import { GERMAN_NEXT_STEPS } from './errors/next-steps.ts';
import type { ServerPagesTexts } from '../texts.ts';
import { failures } from './pages/failures.ts';

export const serverPages: ServerPagesTexts = {
  wordsOf: (code) => GERMAN_ERRORS[code],
  labelOf: (step) => GERMAN_NEXT_STEPS[step],
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
