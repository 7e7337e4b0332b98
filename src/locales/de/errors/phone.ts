import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PHONE_ERRORS } from '../../../shared/errors/phone.ts';

export const GERMAN_PHONE_ERRORS: Readonly<Record<keyof typeof PHONE_ERRORS, ErrorWords>> = {
  PHONE_TOO_SHORT: {
    title: 'Fehler',
    message: 'Diese Nummer ist zu kurz.',
    hint: 'Prüfen Sie, ob eine Ziffer fehlt.',
  },
  PHONE_TOO_LONG: {
    title: 'Fehler',
    message: 'Diese Nummer ist zu lang.',
    hint: 'Prüfen Sie, ob eine Ziffer doppelt ist.',
  },
  PHONE_NOT_A_NUMBER: {
    title: 'Fehler',
    message: 'Das ist keine Telefonnummer.',
    hint: 'Geben Sie sie so ein, wie Sie sie wählen würden, ohne Buchstaben.',
  },
  PHONE_INVALID_COUNTRY: {
    title: 'Fehler',
    message: 'Das Land dieser Nummer ist nicht bekannt.',
    hint: 'Wählen Sie das Land, oder beginnen Sie mit + und seiner Vorwahl.',
  },
  PHONE_NOT_ALLOWED: {
    title: 'Fehler',
    message: 'Diese Nummer kann hier nicht verwendet werden.',
    hint: 'Nehmen Sie eine eigene Nummer, die SMS empfängt.',
  },
  PHONE_SEND_FAILED: {
    title: 'Fehler',
    message: 'Die SMS konnte nicht gesendet werden.',
    hint: 'Prüfen Sie die Nummer und versuchen Sie es in einer Weile noch einmal.',
  },
};
