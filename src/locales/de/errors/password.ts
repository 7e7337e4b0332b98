import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PASSWORD_ERRORS } from '../../../shared/errors/password.ts';

export const GERMAN_PASSWORD_ERRORS: Readonly<Record<keyof typeof PASSWORD_ERRORS, ErrorWords>> = {
  PASSWORD_WRONG: {
    title: 'Fehler',
    message: 'Das ist nicht Ihr Passwort.',
    hint: 'Prüfen Sie es und versuchen Sie es noch einmal, oder fordern Sie einen Link für ein neues an.',
  },
  PASSWORD_EXISTS: {
    title: 'Fehler',
    message: 'Sie haben schon ein Passwort.',
    hint: 'Ändern Sie es stattdessen; dazu brauchen Sie das jetzige.',
  },
  ADDRESS_REQUIRED: {
    title: 'Fehler',
    message:
      'Ein Passwort wird zusammen mit einer E-Mail-Adresse eingegeben, und Sie haben noch keine bestätigt.',
    hint: 'Bestätigen Sie zuerst eine E-Mail-Adresse.',
  },
  RESET_LINK_INVALID: {
    title: 'Fehler',
    message: 'Dieser Link für ein neues Passwort ist nicht mehr gültig.',
    hint: 'Er wurde schon verwendet, ein anderer Link wurde verwendet, oder er ist älter als eine Stunde.',
  },
};
