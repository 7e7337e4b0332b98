import type { PageTexts } from '../../texts.ts';

export const signIn: PageTexts['signIn'] = {
  title: 'Anmelden',
  submit: 'Anmelden',
  emailAddress: 'E-Mail-Adresse',
  missingEmail: 'Geben Sie Ihre E-Mail-Adresse ein.',
  missingPassword: 'Geben Sie Ihr Passwort ein, oder lassen Sie sich einen Link mailen.',
  forgot: 'Passwort vergessen?',
  /** Beside the label of the password. */
  forgotShort: 'Vergessen?',
  mailLink: 'Link per E-Mail senden',
  lastUsed: 'Zuletzt genutzt',
  signInWith: (provider) => `Anmelden mit ${provider}`,
  noWayTitle: 'Noch keine Anmeldemethode',
  noWay:
    'Hier ist noch keine Anmeldemethode eingerichtet. Die Betreiber dieser Website können eine hinzufügen.',
  byPhone: 'Mit dem Telefon',
  newHere: 'Neu hier?',
  createAccount: 'Konto erstellen',
};
