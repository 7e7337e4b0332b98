import { GERMAN_FIRST_ERRORS } from '../../../locales/de/errors/first-page.ts';
import type { Texts } from '../texts.ts';

export const firstErrors: Texts['firstErrors'] = GERMAN_FIRST_ERRORS;

export const failures: Texts['failures'] = {
  waitSeconds: (seconds) => `In ${seconds} s können Sie es noch einmal versuchen.`,
  waitMinutes: (minutes) => `In ${minutes} min können Sie es noch einmal versuchen.`,
  waitIsOver: 'Sie können es jetzt noch einmal versuchen.',
  code: (code) => `Fehlercode: ${code}`,
  request: (id) => `Anfrage: ${id}`,
  inAMoment: 'Versuchen Sie es gleich noch einmal.',
  byText: {
    title: 'Nicht bestätigt',
    codeInvalid: 'Prüfen Sie die sechs Ziffern in der neuesten SMS.',
    codeDead: 'Fordern Sie einen neuen an.',
    codeOtherBrowser:
      'Geben Sie ihn in dem Browser ein, in dem Sie ihn angefordert haben, oder fordern Sie hier einen neuen an.',
  },
  unknownTitle: 'Fehler',
  unknown:
    'Etwas ist schiefgegangen, und diese Seite weiß nicht, was. Dass Sie hierhergekommen sind, hat nichts verändert.',
  notFoundTitle: 'Seite nicht gefunden',
  crashHint: 'Laden Sie die Seite neu; wenn es dabei bleibt, nennen Sie den Fehlercode.',
  loadAgain: 'Seite neu laden',
  goHome: 'Zur Startseite',
};
