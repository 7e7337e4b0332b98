import type { PageTexts } from '../../texts.ts';

export const account: PageTexts['account'] = {
  skip: 'Zum Inhalt springen',
  navigation: 'Konto',
  menu: (name) => `Kontomenü von ${name}`,
  yourAccount: 'Ihr Konto',
  administration: 'Verwaltung',
  back: (app) => `Zurück zu ${app}`,
  offline: 'Sie sind offline. Diese Seite aktualisiert sich, sobald die Verbindung wieder da ist.',
  notLoadedTitle: 'Diese Seite wurde nicht geladen',
  notLoaded: 'Sie öffnet sich von selbst, sobald die Verbindung wieder funktioniert.',
  profile: 'Profil',
  signInMethods: 'Anmeldemethoden',
  signOut: 'Abmelden',
  theAccount: 'Das Konto',
  nothingChangedTitle: 'Es wurde nichts geändert',
  nothingChanged:
    'Während Sie beim Anbieter waren, wurden Sie hier abgemeldet oder neu angemeldet. Versuchen Sie es noch einmal.',
  notConnected: 'Nicht verbunden',
  connected: (provider) => `${provider} ist verbunden. Sie können sich ab jetzt damit anmelden.`,
  connectedAlready: (provider) =>
    `${provider} war schon mit Ihrem Konto verbunden. Es hat sich nichts geändert.`,
  connectedAgain: (provider) => `${provider} ist wieder verbunden.`,
  verified: 'Sie haben bestätigt, dass Sie es sind. Wiederholen Sie jetzt, was Sie tun wollten.',
};

export const profile: PageTexts['profile'] = {
  title: 'Profil',
  name: 'Name',
  nameHint: 'Apps und andere Menschen sehen ihn. Sie können ihn leer lassen.',
  notSet: 'Nicht angegeben',
  add: 'Hinzufügen',
  addName: 'Name hinzufügen',
  changeName: 'Name ändern',
  nameSaved: 'Ihr Name ist gespeichert.',
  nameRemoved: 'Ihr Name ist entfernt.',
  notSaved: 'Nicht gespeichert',
  notConfirmedYet: (value) => `Noch nicht bestätigt: ${value}`,
  enterCode: 'Code eingeben',
  undo: 'Rückgängig',
};
