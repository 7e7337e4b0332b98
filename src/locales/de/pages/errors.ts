import { GERMAN_ERRORS } from '../errors/catalogue.ts';
import { GERMAN_NEXT_STEPS } from '../errors/next-steps.ts';
import {
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from '../../../shared/limits.ts';
import type { PageTexts } from '../../texts.ts';

export const errors: PageTexts['errors'] = GERMAN_ERRORS;

export const issues: PageTexts['issues'] = {
  'address-too-long': 'Diese Adresse ist zu lang.',
  'address-invalid': 'Geben Sie eine E-Mail-Adresse wie name@example.com ein.',
  'address-yours': 'Das ist schon Ihre Adresse.',
  'address-domain-refused': 'Adressen dieser Domain können hier nicht verwendet werden.',
  'return-address-too-long': 'Diese Rücksprungadresse ist zu lang.',
  'return-address-foreign': 'Das ist keine Adresse dieser Website.',
  'provider-id-invalid': 'Das ist keine Kennung eines Anbieters.',
  'link-incomplete': 'Dieser Link ist nicht vollständig.',
  'code-incomplete': `Geben Sie die ${VERIFICATION_CODE_DIGITS} Ziffern aus der Mail ein.`,
  'id-invalid': 'Das ist keine Kennung.',
  'scopes-missing': 'Wählen Sie mindestens eine Berechtigung.',
  'scope-twice': 'Eine Berechtigung ist doppelt genannt.',
  'scope-unknown': 'Diese Berechtigung gibt es nicht.',
  'user-code-incomplete': 'Geben Sie die acht Buchstaben ein, die das Programm zeigt.',
  'expiry-too-late': 'Wählen Sie einen Tag innerhalb eines Jahres.',
  'expiry-over': 'Wählen Sie einen Tag, der noch nicht vorbei ist.',
  'event-types-missing': 'Wählen Sie mindestens eine Art von Ereignis.',
  'event-type-twice': 'Eine Art von Ereignis ist doppelt genannt.',
  'webhook-url-invalid': 'Geben Sie eine Adresse wie https://example.com/webhooks ein.',
  'webhook-url-insecure': 'Die Adresse muss mit https:// beginnen und darf keinen Benutzernamen enthalten.',
  'webhook-url-not-public': 'Das ist keine öffentliche Adresse.',
  'time-range-empty': 'Das Ende muss nach dem Anfang liegen.',
  'cursor-invalid': 'Das ist kein Zeiger auf eine Seite.',
  'name-missing': 'Geben Sie einen Namen ein.',
  'name-too-long': `Ein Name hat höchstens ${NAME_MAX_LENGTH} Zeichen.`,
  'name-not-one-line': 'Ein Name ist eine Zeile Text.',
  'password-missing': 'Geben Sie ein Passwort ein.',
  'password-not-text': 'Das ist kein Text.',
  'password-too-short': `Verwenden Sie mindestens ${PASSWORD_MIN_LENGTH} Zeichen. Mehrere Wörter merken sich leicht.`,
  'password-too-long': `Verwenden Sie höchstens ${PASSWORD_MAX_LENGTH} Zeichen.`,
  'password-common':
    'Das ist eines der meistbenutzten Passwörter oder besteht aus solchen. Angreifer versuchen es zuerst.',
  'password-repetitive':
    'Das ist vor allem Wiederholung oder eine Reihe aus Alphabet oder Tastatur. Angreifer versuchen es zuerst.',
  'password-site': 'Das ist vor allem der Name dieser Website. Angreifer versuchen es zuerst.',
  'password-personal': 'Das ist vor allem Ihr Name oder Ihre Adresse. Angreifer versuchen es zuerst.',
  'phone-too-short': GERMAN_ERRORS.PHONE_TOO_SHORT.message,
  'phone-too-long': GERMAN_ERRORS.PHONE_TOO_LONG.message,
  'phone-not-a-number': GERMAN_ERRORS.PHONE_NOT_A_NUMBER.message,
  'phone-country-unknown': GERMAN_ERRORS.PHONE_INVALID_COUNTRY.message,
  'phone-country-not-allowed': 'Nummern dieses Landes können hier nicht verwendet werden.',
  'phone-extension': 'Lassen Sie die Durchwahl weg: SMS erreichen sie nicht.',
  'phone-not-allowed': GERMAN_ERRORS.PHONE_NOT_ALLOWED.message,
  'nothing-to-change': 'Es gibt nichts zu ändern.',
  other: 'Das ist nicht so, wie es sein muss.',
};

export const nextSteps: PageTexts['nextSteps'] = GERMAN_NEXT_STEPS;
