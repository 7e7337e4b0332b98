import type { Texts } from '../texts.ts';

export const account: Texts['account'] = {
  skip: 'Zum Inhalt springen',
  navigation: 'Konto',
  menu: 'Menü',
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
  verified: 'Es ist bestätigt, dass Sie es sind. Tun Sie noch einmal, was Sie gerade vorhatten.',
};

export const profile: Texts['profile'] = {
  title: 'Profil',
  aboutYou: 'Über Sie',
  aboutYouHint: 'So werden Sie den Menschen und Anwendungen hinter dieser Tür gezeigt.',
  saved: 'Ihr Profil ist gespeichert.',
  name: 'Name',
};
