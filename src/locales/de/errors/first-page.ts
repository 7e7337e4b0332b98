// Written by `npm run generate` from the catalogue.

import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { FirstErrorCode } from '../../../shared/errors/first-page.ts';

export const GERMAN_FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = {
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
};
