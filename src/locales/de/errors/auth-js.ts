import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { AUTH_JS_ERRORS } from '../../../shared/errors/auth-js.ts';

const ANDERES_KONTO = 'Versuchen Sie es mit einem anderen Konto.';
const GLEICH_NOCH_EINMAL = 'Versuchen Sie es gleich noch einmal.';

export const GERMAN_AUTH_JS_ERRORS: Readonly<Record<keyof typeof AUTH_JS_ERRORS, ErrorWords>> = {
  Signin: {
    title: 'Anmeldung nicht möglich',
    message:
      'Die Anmeldung konnte nicht begonnen werden: Das Formular war abgelaufen, oder diese Art der Anmeldung gibt es hier nicht.',
    hint: ANDERES_KONTO,
  },
  OAuthSignin: {
    title: 'Anmeldung nicht möglich',
    message: 'Der Identitätsanbieter war nicht erreichbar, um die Anmeldung zu beginnen.',
    hint: GLEICH_NOCH_EINMAL,
  },
  OAuthCallback: {
    title: 'Anmeldung nicht möglich',
    message:
      'Die Antwort des Identitätsanbieters konnte nicht angenommen werden, oder die Anmeldung wurde dort abgebrochen.',
    hint: ANDERES_KONTO,
  },
  OAuthCreateAccount: {
    title: 'Anmeldung nicht möglich',
    message:
      'Ihre Identität wurde bestätigt, aber das Konto konnte nicht gespeichert werden. Es wurde nichts geändert.',
    hint: GLEICH_NOCH_EINMAL,
  },
  EmailCreateAccount: {
    title: 'Anmeldung nicht möglich',
    message:
      'Ihre Adresse wurde bestätigt, aber das Konto konnte nicht gespeichert werden. Fordern Sie einen neuen Link an.',
    hint: 'Es wurde nichts geändert.',
  },
  Callback: {
    title: 'Anmeldung nicht möglich',
    message: 'Beim Abschluss der Anmeldung ist auf unserer Seite etwas fehlgeschlagen.',
    hint: GLEICH_NOCH_EINMAL,
  },
  OAuthAccountNotLinked: {
    title: 'Anmeldung nicht möglich',
    message: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto mit einer anderen Anmeldemethode.',
    hint: 'Melden Sie sich mit dem Konto an, das Sie ursprünglich verwendet haben, um zu zeigen, dass Sie es sind.',
  },
  EmailSignin: {
    title: 'Anmeldung nicht möglich',
    message: 'Die E-Mail konnte nicht gesendet werden.',
    hint: 'Prüfen Sie die Adresse und versuchen Sie es gleich noch einmal.',
  },
  CredentialsSignin: {
    title: 'Anmeldung nicht möglich',
    message: 'Zu diesen Angaben gibt es kein Konto.',
    hint: 'Die Anmeldung ist fehlgeschlagen. Prüfen Sie, ob Ihre Angaben stimmen.',
  },
  SessionRequired: {
    title: 'Anmeldung nicht möglich',
    message: 'Dafür müssen Sie angemeldet sein.',
    hint: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
  },
  Configuration: {
    title: 'Serverfehler',
    message: 'Mit der Konfiguration des Servers stimmt etwas nicht.',
    hint: 'Die Anmeldung ist nicht möglich.',
  },
  AccessDenied: {
    title: 'Zugriff verweigert',
    message: 'Sie dürfen sich hier nicht anmelden.',
    hint: ANDERES_KONTO,
  },
  Verification: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Anmeldelink ist nicht mehr gültig.',
    hint: 'Er wurde vielleicht schon verwendet, oder er ist abgelaufen.',
  },
};
