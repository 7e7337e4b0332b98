import { plural } from '../plural.ts';
import type { SignedOutPagesTexts } from '../../texts.ts';

export const signedOutPages: SignedOutPagesTexts = {
  checkEmail: {
    title: 'Sehen Sie in Ihre E-Mails',
    sent: 'Wir haben einen Anmeldelink und einen Code an {} gesendet.',
    thisBrowser: 'Machen Sie in diesem Browser weiter: Ihr Passwort ist nur hier gespeichert.',
  },

  codes: {
    checkingBrowser: 'Ihr Browser wird geprüft …',
    incomplete: (digits) =>
      plural(digits, {
        one: `Geben Sie ${digits} Ziffer ein.`,
        other: `Geben Sie alle ${digits} Ziffern ein.`,
      }),
    fromMail: 'Code aus der Mail',
    fromText: 'Code aus der SMS',
    mailOnItsWay: 'Eine Mail mit einem Code ist unterwegs an {}.',
    textOnItsWay: 'Eine SMS mit einem Code ist unterwegs an {}.',
    sendAgain: 'Noch einmal senden',
    sendNew: 'Neuen Code senden',
    waiting: (action, seconds) => `${action} in ${seconds} s`,
    newMail: 'Eine neue Mail ist unterwegs. Ältere Links und Codes gelten nicht mehr.',
    newCode: 'Ein neuer Code ist unterwegs. Ältere gelten nicht mehr.',
    sendTo: (address) => `Code an ${address} senden`,
    demo: 'Das ist eine Demo. Sie sendet keine Nachrichten: Lesen Sie sie im {}.',
    theOutbox: 'Postausgang',
  },

  resetPassword: {
    title: 'Neues Passwort wählen',
    backToSignIn: 'Zurück zur Anmeldung',
    intro:
      'Wir mailen Ihnen einen Link, mit dem Sie ein neues Passwort wählen. Das geht auch, wenn Sie hier noch nie ein Passwort hatten.',
    mailLink: 'Link per E-Mail senden',
    sent: (minutes) =>
      plural(minutes, {
        one: `Eine Mail ist unterwegs an {}. Ihr Link gilt einmal, ${minutes} Minute lang.`,
        other: `Eine Mail ist unterwegs an {}. Ihr Link gilt einmal, ${minutes} Minuten lang.`,
      }),
    newMail: 'Eine neue Mail ist unterwegs. Der Link in der älteren gilt nicht mehr.',
  },

  signUp: {
    title: 'Konto erstellen',
    name: 'Name (optional)',
    create: 'Konto erstellen',
    haveOne: 'Haben Sie schon ein Konto?',
    byPasskey: 'Mit Passkey registrieren',
    agreeToBoth: 'Mit dem Konto stimmen Sie den {} und der {} zu.',
    agreeToTerms: 'Mit dem Konto stimmen Sie den {} zu.',
    agreeToPrivacy: 'Mit dem Konto stimmen Sie der {} zu.',
    privacy: 'Datenschutzerklärung',
  },
};
