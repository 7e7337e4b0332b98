import type { PageTexts } from '../../texts.ts';

export const picture: PageTexts['picture'] = {
  title: 'Bild',
  add: 'Bild hinzufügen',
  change: 'Bild ändern',
  hint: 'Wird neben Ihrem Namen gezeigt. Wer die Adresse des Bildes kennt, kann es sehen.',
  upload: 'Bild hochladen',
  useFrom: (provider) => `Bild von ${provider} verwenden`,
  remove: 'Bild entfernen',
  kinds: 'Eine PNG-, JPEG- oder WebP-Datei.',
  drop: 'Sie können sie auch hier ablegen.',
  saved: 'Ihr Bild ist gespeichert.',
  removed: 'Ihr Bild ist entfernt.',
  restored: 'Ihr Bild ist wieder da.',
  cropTitle: 'Ausschnitt wählen',
  part: 'Ausschnitt des Bildes, der gezeigt wird',
  partHint: 'Ziehen Sie das Bild, oder bewegen Sie es mit den Pfeiltasten.',
  zoom: 'Vergrößerung',
  zoomValue: (percent) => `${percent} %`,
  shows: (left, right, top, bottom) =>
    `Zeigt ${left} bis ${right} % der Breite und ${top} bis ${bottom} % der Höhe.`,
  saving: 'Ihr Bild wird gespeichert …',
  use: 'Dieses Bild verwenden',
};
