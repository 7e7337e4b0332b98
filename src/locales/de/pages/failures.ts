import type { PageTexts } from '../../texts.ts';
import { GERMAN_FIRST_ERRORS } from '../errors/first-page.ts';

export const firstErrors: PageTexts['firstErrors'] = GERMAN_FIRST_ERRORS;

export const failures: PageTexts['failures'] = {
  waitSeconds: (seconds) => `In ${seconds} s können Sie es noch einmal versuchen.`,
  waitMinutes: (minutes) => `In ${minutes} min können Sie es noch einmal versuchen.`,
  waitIsOver: 'Sie können es jetzt noch einmal versuchen.',
  /** Opens the code and the request id. */
  details: 'Details',
  code: (code) => `Fehlercode: ${code}`,
  request: (id) => `Anfrage: ${id}`,
  inAMoment: 'Versuchen Sie es gleich noch einmal.',
  unknownTitle: 'Fehler',
  unknown: 'Etwas ist schiefgegangen, und diese Seite weiß nicht, was. An Ihrem Konto wurde nichts geändert.',
  notFoundTitle: 'Seite nicht gefunden',
  crashHint: 'Laden Sie die Seite neu. Wenn es wieder fehlschlägt, nennen Sie den Fehlercode.',
  loadAgain: 'Seite neu laden',
  goHome: 'Zur Startseite',
};
