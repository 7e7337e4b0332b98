import { plural } from '../plural.ts';
import type { LaterPagesTexts } from '../../texts.ts';

export const laterPages: LaterPagesTexts = {
  toasts: {
    label: 'Meldungen',
    undo: 'Rückgängig',
    undone: 'Die Änderung ist rückgängig gemacht.',
    changedSince: 'Nichts wurde rückgängig gemacht, weil sich der Wert inzwischen geändert hat.',
    notUndone: 'Das ließ sich nicht rückgängig machen.',
    nameSaved: 'Ihr Name ist gespeichert.',
    nameRemoved: 'Ihr Name ist entfernt.',
    languageSaved: 'Ihre Sprache ist gespeichert.',
    pictureSaved: 'Ihr Bild ist gespeichert.',
    pictureRemoved: 'Ihr Bild ist entfernt.',
    fieldSaved: (field) => `${field} ist gespeichert.`,
    fieldRemoved: (field) => `${field} ist entfernt.`,
  },

  security: {
    password: 'Passwort',
    passkeys: (count) => plural(count, { one: 'Passkey', other: `${count} Passkeys` }),
    accounts: (count) => plural(count, { one: 'verbundenes Konto', other: `${count} verbundene Konten` }),
    phone: 'Telefonnummer',
    mail: 'Link oder Code per E-Mail',
    none: 'keine Anmeldemethode',
    secondFactorOn: 'Bestätigung in zwei Schritten ist an',
    secondFactorOff: 'Bestätigung in zwei Schritten ist aus',
    verifiedAddress: 'Bestätigte Adresse',
    unverifiedAddress: 'Unbestätigte Adresse',
    noAddress: 'Keine Adresse',
    nothingLeft: 'Es gibt nichts mehr zu tun.',
    enterCode: 'Der Code ist in Ihrer Mail. Geben Sie ihn unten ein.',
    steps: {
      addAddress: {
        why: 'Mit einer E-Mail-Adresse kommen Sie wieder in Ihr Konto.',
        button: 'Adresse hinzufügen',
      },
      verifyAddress: {
        why: 'Mit einer bestätigten Adresse kommen Sie wieder in Ihr Konto.',
        button: 'Adresse bestätigen',
      },
      passkey: {
        why: 'Ein Passkey ist sicherer und schneller als ein Passwort oder eine Mail.',
        button: 'Passkey erstellen',
      },
      otherMethod: {
        why: 'Mit einer zweiten Anmeldemethode sind Sie nicht ausgesperrt, wenn Sie die erste verlieren.',
        button: 'Methode hinzufügen',
      },
      secondFactor: {
        why: 'Ein zweiter Schritt schützt Sie auch dann, wenn jemand Ihr Passwort kennt.',
        button: 'Schritt hinzufügen',
      },
    },
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
