import type { Texts } from '../texts.ts';

export const signIn: Texts['signIn'] = {
  title: 'Anmelden',
  emailAddress: 'E-Mail-Adresse',
  missingEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
  missingPassword: 'Geben Sie Ihr Passwort ein, oder lassen Sie sich einen Link mailen.',
  forgot: 'Passwort vergessen?',
  mailLink: 'Link per E-Mail senden',
  lastUsed: 'Zuletzt genutzt',
  loadingWays: 'Die Anmeldemöglichkeiten werden geladen',
  signInWith: (provider) => `Anmelden mit ${provider}`,
  noWayTitle: 'Noch keine Anmeldung möglich',
  noWay: 'Hier hat noch niemand eine Anmeldung eingerichtet. Wer diese Website betreibt, kann das tun.',
  newHere: 'Neu hier?',
  createAccount: 'Konto erstellen',
  failedTitle: 'Anmeldung nicht möglich',
  failed: 'Die Anmeldung ist nicht gelungen. Beginnen Sie unten noch einmal.',
  startAgainBelow: 'Beginnen Sie unten noch einmal.',
  newLinkBelow: 'Fordern Sie unten einen neuen Link an.',
  signInAgainBelow: 'Melden Sie sich unten neu an.',
  signedInTitle: 'Angemeldet',
  goingOn: 'Sie sind angemeldet. Es geht weiter …',
  goingOnAs: (name) => `Sie sind als ${name} angemeldet. Es geht weiter …`,
};

export const accountExists: Texts['accountExists'] = {
  title: 'Sie haben schon ein Konto',
  intro: (ways, provider) =>
    `{} hat hier ein Konto. Melden Sie sich mit ${ways} an, um ${provider} damit zu verbinden:`,
  byEmail: 'E-Mail',
  confirm: (provider) => `Anmelden und ${provider} verbinden`,
};

export const signUp: Texts['signUp'] = {
  title: 'Konto erstellen',
  name: 'Name',
  missingName: 'Geben Sie Ihren Namen ein.',
  create: 'Konto erstellen',
  haveOne: 'Sie haben ein Konto?',
};
