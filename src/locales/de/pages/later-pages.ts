import type { LaterPagesTexts } from '../../texts.ts';

export const laterPages: LaterPagesTexts = {
  toasts: {
    label: 'Meldungen',
    undo: 'Rückgängig',
    undone: 'Die Änderung ist rückgängig gemacht.',
    changedSince: 'Nichts wurde rückgängig gemacht: Es wurde inzwischen erneut geändert.',
    notUndone: 'Das ließ sich nicht rückgängig machen.',
    nameSaved: 'Ihr Name ist gespeichert.',
    nameRemoved: 'Ihr Name ist entfernt.',
    languageSaved: 'Ihre Sprache ist gespeichert.',
    pictureSaved: 'Ihr Bild ist gespeichert.',
    pictureRemoved: 'Ihr Bild ist entfernt.',
    fieldSaved: (field) => `${field} ist gespeichert.`,
    fieldRemoved: (field) => `${field} ist entfernt.`,
  },

  crop: {
    title: 'Ausschnitt wählen',
    part: 'Ausschnitt des Bildes, der gezeigt wird',
    partHint: 'Ziehen Sie das Bild, oder bewegen Sie es mit den Pfeiltasten.',
    zoom: 'Vergrößerung',
    zoomValue: (percent) => `${percent} %`,
    shows: (left, right, top, bottom) =>
      `Zeigt ${left} bis ${right} % der Breite und ${top} bis ${bottom} % der Höhe.`,
    saving: 'Ihr Bild wird gespeichert …',
    use: 'Dieses Bild verwenden',
  },

  ownFields: {
    yes: 'Ja',
    no: 'Nein',
    choose: 'Auswählen',
    add: (field) => `${field} hinzufügen`,
    change: (field) => `${field} ändern`,
  },
};
