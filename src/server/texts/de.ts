import { GERMAN_ERRORS, GERMAN_NEXT_STEPS } from '../../shared/german-errors.ts';
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
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  signOutTitle: 'Abmelden',
  signOutQuestion: 'Möchten Sie sich wirklich abmelden?',
  signOut: 'Abmelden',
  signInTitle: 'Anmelden',
  sendLink: 'Link senden',
  signInWithPassword: 'Mit Passwort anmelden',
  otherWays: 'Andere Anmeldemöglichkeiten brauchen JavaScript.',
  checkEmailTitle: 'Sehen Sie in Ihre E-Mails',
  linkSent: 'Ein Anmeldelink wurde an Ihre E-Mail-Adresse gesendet.',
  confirmTitle: 'Anmeldung bestätigen',
  continueAs: (email) => `Als ${email} fortfahren`,
};
