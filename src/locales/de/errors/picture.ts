import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PICTURE_ERRORS } from '../../../shared/errors/picture.ts';

export const GERMAN_PICTURE_ERRORS: Readonly<Record<keyof typeof PICTURE_ERRORS, ErrorWords>> = {
  PICTURE_TOO_LARGE: {
    title: 'Fehler',
    message: 'Dieses Bild ist zu groß.',
    hint: 'Wählen Sie eines mit höchstens 2 MB und 24 Megapixeln.',
  },
  PICTURE_UNSUPPORTED: {
    title: 'Fehler',
    message: 'Das ist kein Bild, das hier verwendet werden kann.',
    hint: 'Wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
  },
  PICTURE_UNREADABLE: {
    title: 'Fehler',
    message: 'Dieses Bild ist beschädigt oder unvollständig.',
    hint: 'Prüfen Sie, ob es sich auf Ihrem Gerät öffnen lässt, oder wählen Sie ein anderes.',
  },
  PICTURE_NOT_FETCHED: {
    title: 'Fehler',
    message: 'Das Bild konnte nicht vom Anbieter geholt werden.',
    hint: 'Versuchen Sie es in einer Weile noch einmal, oder laden Sie stattdessen eines hoch.',
  },
};
