import type { ErrorWords, NextStep } from './error-entry.ts';
import type { ErrorCode } from './errors.ts';
import { GERMAN_FIRST_ERRORS } from './german-first-errors.ts';

const ANDERES_KONTO = 'Versuchen Sie es mit einem anderen Konto.';

/** The catalogue's words in German. Answers to programs stay English; people read these, on pages and in the server's own HTML. */
export const GERMAN_ERRORS = {
  Signin: {
    title: 'Anmeldung nicht möglich',
    message:
      'Die Anmeldung konnte nicht begonnen werden: Das Formular war abgelaufen, oder diese Art der Anmeldung gibt es hier nicht.',
    hint: ANDERES_KONTO,
  },
  OAuthSignin: {
    title: 'Anmeldung nicht möglich',
    message: 'Der Identitätsanbieter war nicht erreichbar, um die Anmeldung zu beginnen.',
    hint: ANDERES_KONTO,
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
    hint: ANDERES_KONTO,
  },
  EmailCreateAccount: {
    title: 'Anmeldung nicht möglich',
    message:
      'Ihre Adresse wurde bestätigt, aber das Konto konnte nicht gespeichert werden. Fordern Sie einen neuen Link an.',
    hint: ANDERES_KONTO,
  },
  Callback: {
    title: 'Anmeldung nicht möglich',
    message: 'Beim Abschluss der Anmeldung ist auf unserer Seite etwas fehlgeschlagen.',
    hint: ANDERES_KONTO,
  },
  OAuthAccountNotLinked: {
    title: 'Anmeldung nicht möglich',
    message: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto, das sich auf andere Weise anmeldet.',
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
  CODE_INVALID: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Code stimmt nicht.',
    hint: 'Prüfen Sie die sechs Ziffern in der neuesten Nachricht.',
  },
  CODE_DEAD: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Code wurde zu oft falsch eingegeben und gilt nicht mehr.',
    hint: 'Fordern Sie einen neuen an, oder verwenden Sie den Link, falls einer danebensteht.',
  },
  CODE_OTHER_BROWSER: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Browser hat den Code nicht angefordert.',
    hint: 'Geben Sie den Code in dem Browser ein, in dem Sie ihn angefordert haben, öffnen Sie den Link in der Mail, oder fordern Sie hier einen neuen Code an.',
  },
  SESSION_NOT_FRESH: {
    title: 'Fehler',
    message: 'Das ist heikel, und Ihre Anmeldung liegt schon eine Weile zurück.',
    hint: 'Bestätigen Sie, dass Sie es sind, dann geht es dort weiter, wo Sie waren.',
  },
  LAST_SIGN_IN_METHOD: {
    title: 'Fehler',
    message: 'Das ist Ihre einzige Möglichkeit, sich anzumelden. Fügen Sie zuerst eine andere hinzu.',
    hint: 'Verbinden Sie ein weiteres Konto und entfernen Sie dann dieses.',
  },
  ACCOUNT_BELONGS_TO_OTHER: {
    title: 'Fehler',
    message: 'Dieses Konto ist hier schon mit jemand anderem verbunden.',
    hint: 'Melden Sie sich damit an und entfernen Sie es dort, oder verbinden Sie ein anderes Konto.',
  },
  LINK_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Dieser Versuch, ein Konto zu verbinden, ist vorbei: Er wurde schon abgeschlossen oder hat zu lange gedauert.',
    hint: 'Beginnen Sie noch einmal beim Anbieter.',
  },
  LINK_CHANGED: {
    title: 'Fehler',
    message: 'Inzwischen wartet ein anderes Konto darauf, verbunden zu werden, als Ihnen gezeigt wurde.',
    hint: 'Sehen Sie sich das Konto noch einmal an, bevor Sie es verbinden.',
  },
  REAUTHENTICATION_FAILED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Der Anbieter hat nicht bestätigt, dass Sie es eben waren, und zwar mit dem Konto, das hier verbunden ist.',
    hint: 'Wählen Sie dort das verbundene Konto und melden Sie sich neu an, oder nehmen Sie einen anderen Weg.',
  },
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
  PROOF_OF_WORK_REQUIRED: {
    title: 'Anmeldung nicht möglich',
    message: 'Gerade kommen viele Anfragen von unbekannten Geräten, deshalb muss Ihre erst geprüft werden.',
    hint: 'Ein Browser, in dem Skripte laufen, macht das von selbst. Ohne Skripte melden Sie sich auf andere Weise an, oder kommen Sie in einigen Minuten wieder.',
  },
  EMAIL_LINK_INVALID: {
    title: 'Fehler',
    message: 'Dieser Link bestätigt keine Adresse Ihres Kontos.',
    hint: 'Er wurde schon verwendet, ist älter als ein Tag, Sie haben einen neueren angefordert, oder Sie sind mit einem anderen Konto angemeldet.',
  },
  EMAIL_TAKEN: {
    title: 'Fehler',
    message: 'Diese Adresse gehört hier zu einem anderen Konto.',
    hint: 'Nehmen Sie eine andere, oder melden Sie sich mit ihr an, um zu jenem Konto zu kommen.',
  },
  EMAIL_UNDO_INVALID: {
    title: 'Fehler',
    message: 'Dieser Link, um eine Adresse zurückzuholen, gilt nicht mehr.',
    hint: 'Er wurde schon verwendet, ist älter als sieben Tage, oder das Konto wurde gelöscht.',
  },
  EMAIL_KEPT: {
    title: 'Anmeldung nicht möglich',
    message:
      'Diese Adresse wurde vor weniger als sieben Tagen gegen eine andere getauscht und bleibt für ihr Konto reserviert.',
    hint: 'Melden Sie sich mit der neuen an. Ist sie nicht Ihre, verwenden Sie den Link in der Mail, die von der Änderung berichtet hat.',
  },
  OTHER_SIGN_IN_REQUIRED: {
    title: 'Fehler',
    message:
      'Sie haben sich mit etwas angemeldet, das auf dieser Liste steht. Deshalb können Sie die Liste hier nicht bestätigen.',
    hint: 'Melden Sie sich mit Ihrem Passwort oder per E-Mail an und bestätigen Sie sie dann.',
  },
  PHONE_TOO_SHORT: {
    title: 'Fehler',
    message: 'Diese Nummer ist zu kurz.',
    hint: 'Prüfen Sie, ob eine Ziffer fehlt.',
  },
  PHONE_TOO_LONG: {
    title: 'Fehler',
    message: 'Diese Nummer ist zu lang.',
    hint: 'Prüfen Sie, ob eine Ziffer doppelt ist.',
  },
  PHONE_NOT_A_NUMBER: {
    title: 'Fehler',
    message: 'Das ist keine Telefonnummer.',
    hint: 'Geben Sie sie so ein, wie Sie sie wählen würden, ohne Buchstaben.',
  },
  PHONE_INVALID_COUNTRY: {
    title: 'Fehler',
    message: 'Das Land dieser Nummer ist nicht bekannt.',
    hint: 'Wählen Sie das Land, oder beginnen Sie mit + und seiner Vorwahl.',
  },
  PHONE_NOT_ALLOWED: {
    title: 'Fehler',
    message: 'Diese Nummer kann hier nicht verwendet werden.',
    hint: 'Nehmen Sie eine eigene Nummer, die SMS empfängt.',
  },
  PHONE_SEND_FAILED: {
    title: 'Fehler',
    message: 'Die SMS konnte nicht gesendet werden.',
    hint: 'Prüfen Sie die Nummer und versuchen Sie es in einer Weile noch einmal.',
  },
  ACCESS_TOKEN_INVALID: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieses Zugriffstoken ist nicht gültig.',
    hint: 'Es ist falsch geschrieben, abgelaufen oder widerrufen. Erstellen Sie in Ihrem Konto ein neues.',
  },
  ACCESS_TOKEN_REFUSED: {
    title: 'Zugriff verweigert',
    message: 'Das ist mit einem Zugriffstoken nicht möglich.',
    hint: 'Melden Sie sich in einem Browser an und tun Sie es dort.',
  },
  SCOPE_MISSING: {
    title: 'Zugriff verweigert',
    message: 'Dieses Zugriffstoken darf das nicht.',
    hint: 'Erstellen Sie eines mit der genannten Berechtigung.',
  },
  TOO_MANY_ACCESS_TOKENS: {
    title: 'Fehler',
    message: 'Sie haben so viele Zugriffstokens, wie es geben darf.',
    hint: 'Widerrufen Sie zuerst eines, das Sie nicht mehr brauchen.',
  },
  AUTHORIZATION_PENDING: {
    title: 'Anmeldung nicht möglich',
    message: 'Über dieses Programm hat noch niemand entschieden.',
    hint: 'Fragen Sie nach der genannten Pause noch einmal.',
  },
  SLOW_DOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Danach wurde zu früh wieder gefragt.',
    hint: 'Halten Sie die genannte Pause ein; sie ist jetzt länger.',
  },
  AUTHORIZATION_DENIED: {
    title: 'Zugriff verweigert',
    message: 'Das Programm wurde nicht zugelassen.',
    hint: 'War es ein Versehen, beginnen Sie von vorn.',
  },
  DEVICE_CODE_EXPIRED: {
    title: 'Anmeldung nicht möglich',
    message:
      'Dieser Versuch, sich anzumelden, ist vorbei: Er hat zu lange gedauert, oder das Token wurde schon mitgeteilt.',
    hint: 'Beginnen Sie von vorn.',
  },
  USER_CODE_INVALID: {
    title: 'Fehler',
    message: 'Unter diesem Code wartet kein Programm.',
    hint: 'Vergleichen Sie ihn mit dem, den das Programm zeigt. Ein Code gilt zehn Minuten und nur einmal.',
  },
  PICTURE_TOO_LARGE: {
    title: 'Fehler',
    message: 'Dieses Bild ist zu groß.',
    hint: 'Wählen Sie eines mit höchstens 2 MB und 24 Megapixeln.',
  },
  PICTURE_UNSUPPORTED: {
    title: 'Fehler',
    message: 'Das ist kein Bild, das hier verwendet werden kann.',
    hint: 'Wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
  },
  PICTURE_UNREADABLE: {
    title: 'Fehler',
    message: 'Dieses Bild ist beschädigt oder unvollständig.',
    hint: 'Prüfen Sie, ob es sich auf Ihrem Gerät öffnen lässt, oder wählen Sie ein anderes.',
  },
  PICTURE_NOT_FETCHED: {
    title: 'Fehler',
    message: 'Das Bild konnte nicht vom Anbieter geholt werden.',
    hint: 'Versuchen Sie es in einer Weile noch einmal, oder laden Sie stattdessen eines hoch.',
  },
  WORDS_DIFFER: {
    title: 'Fehler',
    message: 'Das sind nicht die Wörter, die einzugeben sind.',
    hint: 'Geben Sie sie so ein, wie sie dastehen, und sonst nichts. Es wurde nichts gelöscht.',
  },
  INVALID_INPUT: {
    title: 'Fehler',
    message: 'Etwas an der Eingabe ist nicht so, wie es sein muss.',
    hint: 'Berichtigen Sie, was markiert ist, und versuchen Sie es noch einmal.',
  },
  NOT_FOUND: GERMAN_FIRST_ERRORS.NOT_FOUND,
  RATE_LIMITED: GERMAN_FIRST_ERRORS.RATE_LIMITED,
  UNAVAILABLE: GERMAN_FIRST_ERRORS.UNAVAILABLE,
  INTERNAL: GERMAN_FIRST_ERRORS.INTERNAL,
  WRONG_HOST: {
    title: 'Fehler',
    message: 'Dieser Server antwortet unter einer anderen Adresse.',
    hint: 'Öffnen Sie die Adresse, die APP_ORIGIN nennt.',
  },
  FOREIGN_ORIGIN: {
    title: 'Zugriff verweigert',
    message: 'Diese Anfrage kam von einer anderen Website.',
    hint: 'Öffnen Sie die Seite hier und versuchen Sie es noch einmal.',
  },
  THIS_MACHINE_ONLY: {
    title: 'Zugriff verweigert',
    message: 'Das wird nur auf dem Rechner gezeigt, auf dem dieser Server läuft.',
    hint: 'Öffnen Sie die Seite in einem Browser auf diesem Rechner, ohne Proxy dazwischen.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'Fehler',
    message: 'Diese Art von Inhalt wird nicht angenommen.',
    hint: 'Senden Sie application/json.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'Fehler',
    message: 'Die Anfrage ist zu groß.',
    hint: 'Senden Sie weniger auf einmal.',
  },
  MALFORMED_REQUEST: {
    title: 'Fehler',
    message: 'Die Anfrage konnte nicht gelesen werden.',
    hint: 'Prüfen Sie ihre Adresse, ihre Kodierung und ihren Inhalt.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Fehler',
    message: 'Diese Adresse nimmt die Methode nicht an.',
    hint: 'Abfragen sind GET, Änderungen sind POST.',
  },
} as const satisfies Record<ErrorCode, ErrorWords>;

/** What the button that leads on says. */
export const GERMAN_NEXT_STEPS = {
  'sign-in': 'Anmelden',
  'another-account': 'Anderes Konto versuchen',
  'new-link': 'Neuen Link anfordern',
  'go-home': 'Zur Startseite',
  retry: 'Noch einmal versuchen',
  'correct-input': 'Noch einmal versuchen',
  wait: 'Noch einmal versuchen',
  'add-method': 'Anmeldemethoden ansehen',
  'verify-it-is-you': 'Neu anmelden',
} as const satisfies Record<NextStep, string>;
