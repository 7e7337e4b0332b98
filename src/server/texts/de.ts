import { GERMAN_ERRORS } from '../../locales/de/errors/catalogue.ts';
import { GERMAN_NEXT_STEPS } from '../../locales/de/errors/next-steps.ts';
import type { PageTexts } from './texts.ts';

export const de: PageTexts = {
  wordsOf: (code) => GERMAN_ERRORS[code],
  labelOf: (step) => GERMAN_NEXT_STEPS[step],
  code: (code) => `Fehlercode: ${code}`,
  request: (id) => `Anfrage: ${id}`,
  unknownTitle: 'Fehler',
  unknown:
    'Etwas ist schiefgegangen, und diese Seite weiß nicht, was. Dass Sie hierhergekommen sind, hat nichts verändert.',
  otherAddress: 'Öffnen Sie stattdessen diese Adresse:',
  inAMoment: 'Versuchen Sie es gleich noch einmal.',
  needsScript: 'Diese Seite braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  language: 'Sprache',
  signOutTitle: 'Abmelden',
  signOutQuestion: 'Möchten Sie sich wirklich abmelden?',
  signOut: 'Abmelden',
  onTheWay: 'Weiter zur Anmeldung',
  signIn: {
    title: 'Anmelden',
    emailAddress: 'E-Mail-Adresse',
    password: 'Passwort',
    forgot: 'Passwort vergessen?',
    mailLink: 'Link per E-Mail senden',
    or: 'oder',
    continueWith: (provider) => `Weiter mit ${provider}`,
    newHere: 'Neu hier?',
    createAccount: 'Konto erstellen',
    failedTitle: 'Anmeldung nicht möglich',
    failed: 'Die Anmeldung ist nicht gelungen. Beginnen Sie unten noch einmal.',
    below: {
      startAgain: 'Beginnen Sie unten noch einmal.',
      newLink: 'Fordern Sie unten einen neuen Link an.',
      signInAgain: 'Melden Sie sich unten neu an.',
    },
  },
  checkEmailTitle: 'Sehen Sie in Ihre E-Mails',
  linkSent: 'Ein Anmeldelink wurde an Ihre E-Mail-Adresse gesendet.',
  confirmTitle: 'Anmeldung bestätigen',
  continueAs: (email) => `Als ${email} fortfahren`,
};
