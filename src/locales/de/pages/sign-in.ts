import type { PageTexts } from '../../texts.ts';

export const signIn: PageTexts['signIn'] = {
  title: 'Anmelden',
  emailAddress: 'E-Mail-Adresse',
  missingEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
  missingPassword: 'Geben Sie Ihr Passwort ein, oder lassen Sie sich einen Link mailen.',
  forgot: 'Passwort vergessen?',
  mailLink: 'Link per E-Mail senden',
  lastUsed: 'Zuletzt genutzt',
  signInWith: (provider) => `Anmelden mit ${provider}`,
  noWayTitle: 'Noch keine Anmeldemethode',
  noWay:
    'Hier ist noch keine Anmeldemethode eingerichtet. Die Betreiber dieser Website können eine hinzufügen.',
  byPhone: 'Mit dem Telefon',
  newHere: 'Neu hier?',
  createAccount: 'Konto erstellen',
  failedTitle: 'Anmeldung nicht möglich',
  failed: 'Die Anmeldung ist nicht gelungen. Beginnen Sie unten noch einmal.',
  startAgainBelow: 'Beginnen Sie unten noch einmal.',
  newLinkBelow: 'Fordern Sie unten einen neuen Link an.',
  signInAgainBelow: 'Melden Sie sich unten neu an.',
};
