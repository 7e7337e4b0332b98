import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SESSION_ERRORS } from '../../../shared/errors/session.ts';

export const GERMAN_SESSION_ERRORS: Readonly<Record<keyof typeof SESSION_ERRORS, ErrorWords>> = {
  SESSION_NOT_FRESH: {
    title: 'Fehler',
    message: 'Das ist heikel, und Ihre Anmeldung liegt schon eine Weile zurück.',
    hint: 'Bestätigen Sie, dass Sie es sind, dann geht es dort weiter, wo Sie waren.',
  },
  REAUTHENTICATION_FAILED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Der Anbieter hat nicht bestätigt, dass Sie es eben waren, und zwar mit dem Konto, das hier verbunden ist.',
    hint: 'Wählen Sie dort das verbundene Konto und melden Sie sich neu an, oder nehmen Sie eine andere Anmeldemethode.',
  },
  OTHER_SIGN_IN_REQUIRED: {
    title: 'Fehler',
    message:
      'Sie haben sich mit etwas angemeldet, das auf dieser Liste steht. Deshalb können Sie die Liste hier nicht bestätigen.',
    hint: 'Melden Sie sich mit Ihrem Passwort oder per E-Mail an und bestätigen Sie sie dann.',
  },
  SECURITY_REVIEW_CHANGED: {
    title: 'Fehler',
    message: 'Seit Sie diese Liste geöffnet haben, wurde etwas hinzugefügt, geändert oder entfernt.',
    hint: 'Prüfen Sie die Liste noch einmal und bestätigen Sie sie, wenn alles Ihnen gehört.',
  },
};
