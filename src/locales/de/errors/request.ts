import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { REQUEST_ERRORS } from '../../../shared/errors/request.ts';

export const GERMAN_REQUEST_ERRORS: Readonly<Record<keyof typeof REQUEST_ERRORS, ErrorWords>> = {
  INVALID_INPUT: {
    title: 'Fehler',
    message: 'Etwas an der Eingabe ist nicht so, wie es sein muss.',
    hint: 'Berichtigen Sie, was markiert ist, und versuchen Sie es noch einmal.',
  },
  NOT_FOUND: {
    title: 'Fehler',
    message: 'Unter diesem Namen gibt es hier nichts.',
    hint: 'Es wurde vielleicht entfernt, oder die Adresse ist falsch geschrieben.',
  },
  RATE_LIMITED: {
    title: 'Fehler',
    message: 'Das wurde zu oft versucht.',
    hint: 'Warten Sie einen Moment und versuchen Sie es dann noch einmal.',
  },
  UNAVAILABLE: {
    title: 'Serverfehler',
    message: 'Der Dienst kann gerade nicht antworten.',
    hint: 'Sie sind nicht abgemeldet. Es wird von selbst noch einmal versucht.',
  },
  INTERNAL: {
    title: 'Serverfehler',
    message: 'Auf unserer Seite ist etwas fehlgeschlagen.',
    hint: 'Versuchen Sie es noch einmal; wenn es dabei bleibt, nennen Sie die Nummer der Anfrage.',
  },
  WRONG_HOST: {
    title: 'Fehler',
    message: 'Dieser Server antwortet unter einer anderen Adresse.',
    hint: 'Öffnen Sie die Adresse, die APP_ORIGIN nennt.',
  },
  FOREIGN_ORIGIN: {
    title: 'Zugriff verweigert',
    message: 'Diese Anfrage kam von einer anderen Website.',
    hint: 'Öffnen Sie die Seite hier und versuchen Sie es noch einmal.',
  },
  THIS_MACHINE_ONLY: {
    title: 'Zugriff verweigert',
    message: 'Das wird nur auf dem Rechner gezeigt, auf dem dieser Server läuft.',
    hint: 'Öffnen Sie die Seite in einem Browser auf diesem Rechner, ohne Proxy dazwischen.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'Fehler',
    message: 'Diese Art von Inhalt wird nicht angenommen.',
    hint: 'Senden Sie application/json.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'Fehler',
    message: 'Die Anfrage ist zu groß.',
    hint: 'Senden Sie weniger auf einmal.',
  },
  MALFORMED_REQUEST: {
    title: 'Fehler',
    message: 'Die Anfrage konnte nicht gelesen werden.',
    hint: 'Prüfen Sie ihre Adresse, ihre Kodierung und ihren Inhalt.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Fehler',
    message: 'Diese Adresse nimmt die Methode nicht an.',
    hint: 'Abfragen sind GET, Änderungen sind POST.',
  },
};
