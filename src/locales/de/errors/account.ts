import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { ACCOUNT_ERRORS } from '../../../shared/errors/account.ts';

export const GERMAN_ACCOUNT_ERRORS: Readonly<Record<keyof typeof ACCOUNT_ERRORS, ErrorWords>> = {
  LAST_SIGN_IN_METHOD: {
    title: 'Fehler',
    message: 'Das ist Ihre einzige Möglichkeit, sich anzumelden. Fügen Sie zuerst eine andere hinzu.',
    hint: 'Verbinden Sie ein weiteres Konto und entfernen Sie dann dieses.',
  },
  ACCOUNT_BELONGS_TO_OTHER: {
    title: 'Fehler',
    message: 'Dieses Konto ist hier schon mit jemand anderem verbunden.',
    hint: 'Melden Sie sich damit an und entfernen Sie es dort, oder verbinden Sie ein anderes Konto.',
  },
  LINK_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Dieser Versuch, ein Konto zu verbinden, ist vorbei: Er wurde schon abgeschlossen oder hat zu lange gedauert.',
    hint: 'Beginnen Sie noch einmal beim Anbieter.',
  },
  LINK_CHANGED: {
    title: 'Fehler',
    message: 'Inzwischen wartet ein anderes Konto darauf, verbunden zu werden, als Ihnen gezeigt wurde.',
    hint: 'Sehen Sie sich das Konto noch einmal an, bevor Sie es verbinden.',
  },
  WORDS_DIFFER: {
    title: 'Fehler',
    message: 'Das sind nicht die Wörter, die einzugeben sind.',
    hint: 'Geben Sie sie so ein, wie sie dastehen, und sonst nichts. Es wurde nichts gelöscht.',
  },
};
