import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SECOND_FACTOR_ERRORS } from '../../../shared/errors/second-factor.ts';

export const GERMAN_SECOND_FACTOR_ERRORS: Readonly<Record<keyof typeof SECOND_FACTOR_ERRORS, ErrorWords>> = {
  SECOND_FACTOR_REQUIRED: {
    title: 'Fehler',
    message: 'Dafür ist Ihr zweiter Schritt nötig.',
    hint: 'Bestätigen Sie mit Ihrer Authenticator-App, einem Passkey oder einem Wiederherstellungscode, dass Sie es sind.',
  },
  SECOND_FACTOR_INVALID: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Code stimmt nicht, oder er wurde schon verwendet.',
    hint: 'Warten Sie auf den nächsten Code Ihrer App, oder nehmen Sie einen Wiederherstellungscode, den Sie noch nicht verwendet haben.',
  },
  SIGN_IN_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message: 'Diese Anmeldung hat zu lange gedauert, oder zu viele Codes waren falsch.',
    hint: 'Melden Sie sich neu an.',
  },
  TOTP_ENROLMENT_EXPIRED: {
    title: 'Fehler',
    message: 'Diese Einrichtung hat zu lange gedauert.',
    hint: 'Beginnen Sie neu mit einem neuen QR-Code.',
  },
  TOTP_CODE_WRONG: {
    title: 'Fehler',
    message: 'Das ist nicht der Code, den die App gerade anzeigt.',
    hint: 'Prüfen Sie, ob die App diesen QR-Code gescannt hat und ob die Uhr Ihres Telefons stimmt.',
  },
  TOO_MANY_AUTHENTICATOR_APPS: {
    title: 'Fehler',
    message: 'Sie haben so viele Authenticator-Apps, wie erlaubt sind.',
    hint: 'Entfernen Sie eine, die Sie nicht mehr verwenden.',
  },
  SECOND_FACTOR_OFF: {
    title: 'Fehler',
    message: 'Diese Seite bietet keine Bestätigung in zwei Schritten an.',
    hint: 'Fragen Sie den Betreiber dieser Seite.',
  },
  LAST_SECOND_FACTOR: {
    title: 'Fehler',
    message: 'Diese Seite verlangt einen zweiten Schritt, und das ist Ihr einziger.',
    hint: 'Fügen Sie zuerst einen anderen hinzu.',
  },
  REMOVAL_LINK_INVALID: {
    title: 'Fehler',
    message:
      'Dieser Link, mit dem die Bestätigung in zwei Schritten eingeschaltet bleibt, funktioniert nicht mehr.',
    hint: 'Er wurde schon verwendet, oder die 24 Stunden sind vorbei. Melden Sie sich an und sehen Sie sich Ihre Aktivitäten an.',
  },
};
