import {
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from '../../../shared/limits.ts';
import { firstPage } from './first-page.ts';
import { withTitle, type ErrorTexts } from '../../texts.ts';

const ANDERES_KONTO = 'Versuchen Sie es mit einem anderen Konto.';
const GLEICH_NOCH_EINMAL = 'Versuchen Sie es gleich noch einmal.';

/** For pages and the server's own HTML. Answers to scripts stay English. */
const errors: ErrorTexts['errors'] = {
  ...firstPage.firstErrors,
  ...withTitle('Anmeldung nicht möglich', {
    Signin: {
      message:
        'Die Anmeldung konnte nicht begonnen werden: Das Formular war abgelaufen, oder diese Art der Anmeldung gibt es hier nicht.',
      hint: ANDERES_KONTO,
    },
    OAuthSignin: {
      message: 'Der Identitätsanbieter war nicht erreichbar, um die Anmeldung zu beginnen.',
      hint: GLEICH_NOCH_EINMAL,
    },
    OAuthCallback: {
      message:
        'Die Antwort des Identitätsanbieters konnte nicht angenommen werden, oder die Anmeldung wurde dort abgebrochen.',
      hint: ANDERES_KONTO,
    },
    OAuthCreateAccount: {
      message:
        'Ihre Identität wurde bestätigt, aber das Konto konnte nicht gespeichert werden. Es wurde nichts geändert.',
      hint: GLEICH_NOCH_EINMAL,
    },
    EmailCreateAccount: {
      message:
        'Ihre Adresse wurde bestätigt, aber das Konto konnte nicht gespeichert werden. Fordern Sie einen neuen Link an.',
      hint: 'Es wurde nichts geändert.',
    },
    Callback: {
      message: 'Beim Abschluss der Anmeldung ist auf unserer Seite etwas fehlgeschlagen.',
      hint: GLEICH_NOCH_EINMAL,
    },
    OAuthAccountNotLinked: {
      message: 'Zu dieser E-Mail-Adresse gibt es schon ein Konto mit einer anderen Anmeldemethode.',
      hint: 'Melden Sie sich mit dem Konto an, das Sie ursprünglich verwendet haben, um zu zeigen, dass Sie es sind.',
    },
    EmailSignin: {
      message: 'Die E-Mail konnte nicht gesendet werden.',
      hint: 'Prüfen Sie die Adresse und versuchen Sie es gleich noch einmal.',
    },
    CredentialsSignin: {
      message: 'Zu diesen Angaben gibt es kein Konto.',
      hint: 'Die Anmeldung ist fehlgeschlagen. Prüfen Sie, ob Ihre Angaben stimmen.',
    },
    SessionRequired: {
      message: 'Dafür müssen Sie angemeldet sein.',
      hint: 'Bitte melden Sie sich an, um diese Seite zu sehen.',
    },
    Verification: {
      message: 'Dieser Anmeldelink ist nicht mehr gültig.',
      hint: 'Er wurde vielleicht schon verwendet, oder er ist abgelaufen.',
    },
    CODE_INVALID: {
      message: 'Dieser Code stimmt nicht.',
      hint: 'Prüfen Sie die sechs Ziffern in der neuesten Nachricht.',
    },
    CODE_DEAD: {
      message: 'Dieser Code wurde zu oft falsch eingegeben und gilt nicht mehr.',
      hint: 'Fordern Sie einen neuen an, oder verwenden Sie den Link, falls einer danebensteht.',
    },
    CODE_OTHER_BROWSER: {
      message: 'Dieser Browser hat den Code nicht angefordert.',
      hint: 'Geben Sie den Code in dem Browser ein, in dem Sie ihn angefordert haben, öffnen Sie den Link in der Mail, oder fordern Sie hier einen neuen Code an.',
    },
    PROOF_OF_WORK_REQUIRED: {
      message: 'Gerade kommen viele Anfragen von unbekannten Geräten, deshalb muss Ihre erst geprüft werden.',
      hint: 'Ein Browser, in dem Skripte laufen, macht das von selbst. Ohne Skripte nehmen Sie eine andere Anmeldemethode, oder kommen Sie in einigen Minuten wieder.',
    },
    REAUTHENTICATION_FAILED: {
      message:
        'Der Anbieter hat nicht bestätigt, dass Sie es eben waren, und zwar mit dem Konto, das hier verbunden ist.',
      hint: 'Wählen Sie dort das verbundene Konto und melden Sie sich neu an, oder nehmen Sie eine andere Anmeldemethode.',
    },
    LINK_EXPIRED: {
      message:
        'Dieser Versuch, ein Konto zu verbinden, ist vorbei: Er wurde schon abgeschlossen oder hat zu lange gedauert.',
      hint: 'Beginnen Sie noch einmal beim Anbieter.',
    },
    PASSKEY_INVALID: {
      message: 'Dieser Passkey konnte nicht geprüft werden.',
      hint: 'Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
    },
    PASSKEY_UNKNOWN: {
      message: 'Dieser Passkey gehört hier zu keinem Konto mehr.',
      hint: 'Melden Sie sich auf andere Weise an, und löschen Sie ihn dort, wo Ihre Passkeys aufbewahrt werden.',
    },
    PASSKEY_OTHER_HOST: {
      message: 'Dieser Passkey wurde für eine frühere Adresse dieser Seite erstellt und gilt hier nicht.',
      hint: 'Melden Sie sich auf andere Weise an, und erstellen Sie einen neuen Passkey.',
    },
    SECOND_FACTOR_INVALID: {
      message: 'Dieser Code stimmt nicht, oder er wurde schon verwendet.',
      hint: 'Warten Sie auf den nächsten Code Ihrer App, oder nehmen Sie einen Wiederherstellungscode, den Sie noch nicht verwendet haben.',
    },
    SIGN_IN_EXPIRED: {
      message: 'Diese Anmeldung hat zu lange gedauert, oder zu viele Codes waren falsch.',
      hint: 'Melden Sie sich neu an.',
    },
    EMAIL_KEPT: {
      message:
        'Diese Adresse wurde vor weniger als sieben Tagen gegen eine andere getauscht und bleibt für ihr Konto reserviert.',
      hint: 'Melden Sie sich mit der neuen an. Ist sie nicht Ihre, verwenden Sie den Link in der Mail, die von der Änderung berichtet hat.',
    },
    ACCESS_TOKEN_INVALID: {
      message: 'Dieses Zugriffstoken ist nicht gültig.',
      hint: 'Es ist falsch geschrieben, abgelaufen oder widerrufen. Erstellen Sie in Ihrem Konto ein neues.',
    },
    ACCOUNT_SUSPENDED: {
      message: 'Dieses Konto ist gesperrt.',
      hint: 'Fragen Sie den Support dieser Seite.',
    },
    ADMISSION_UNKNOWN: {
      message: 'Diese Seite konnte nicht entscheiden, ob Sie sich anmelden dürfen.',
      hint: 'Versuchen Sie es gleich noch einmal.',
    },
    DEVICE_CODE_EXPIRED: {
      message: 'Diese Anmeldung ist abgelaufen, oder ihr Zugriffstoken wurde schon abgeholt.',
      hint: 'Beginnen Sie von vorn.',
    },
    OAUTH_CLIENT_UNKNOWN: {
      message: 'Diese Website kennt die App nicht, von der Sie kommen.',
      hint: 'Beginnen Sie in der App noch einmal. Bleibt der Fehler, wenden Sie sich an den Betreiber der App.',
    },
    OAUTH_REDIRECT_UNKNOWN: {
      message: 'Die App will Sie an eine Adresse schicken, die nicht für sie eingetragen ist.',
      hint: 'Beginnen Sie in der App noch einmal. Bleibt der Fehler, wenden Sie sich an den Betreiber der App.',
    },
  }),
  ...withTitle('Serverfehler', {
    Configuration: {
      message: 'Mit der Konfiguration des Servers stimmt etwas nicht.',
      hint: 'Die Anmeldung ist nicht möglich.',
    },
  }),
  ...withTitle('Zugriff verweigert', {
    AccessDenied: { message: 'Sie dürfen sich hier nicht anmelden.', hint: ANDERES_KONTO },
    ACCESS_TOKEN_REFUSED: {
      message: 'Das ist mit einem Zugriffstoken nicht möglich.',
      hint: 'Melden Sie sich in einem Browser an und tun Sie es dort.',
    },
    SCOPE_MISSING: {
      message: 'Dieses Zugriffstoken darf das nicht.',
      hint: 'Erstellen Sie eines mit der genannten Berechtigung.',
    },
    ADMISSION_REFUSED: {
      message: 'Diese Seite lässt Ihre Anmeldung nicht zu.',
      hint: 'Fragen Sie den Support dieser Seite.',
    },
    ADMINISTRATOR_REQUIRED: {
      message: 'Das können nur Administratoren.',
      hint: 'Melden Sie sich mit einem Konto an, das die Administratorrolle hat.',
    },
    PERMISSION_MISSING: {
      message: 'Das dürfen Sie nicht.',
      hint: 'Bitten Sie einen Administrator dieser Seite um die Berechtigung.',
    },
    ADMINISTRATOR_PROTECTED: {
      message: 'Bei einem Administrator ist das nicht möglich.',
      hint: 'Ein Administrator kann ihm zuerst in der Konsole die Rolle nehmen.',
    },
    SERVICE_KEY_REFUSED: {
      message: 'Ein Dienstschlüssel kann das nicht, denn er ist keine Person.',
      hint: 'Rufen Sie eine Prozedur auf, die einen Dienstschlüssel annimmt, zum Beispiel users.get.',
    },
    IMPERSONATION_REFUSED: {
      message: 'Das können Sie nicht tun, während Sie als eine andere Person handeln.',
      hint: 'Beenden Sie das zuerst und verwenden Sie dann Ihr eigenes Konto.',
    },
    AUTHORIZATION_DENIED: {
      message: 'Dieses Gerät wurde abgelehnt.',
      hint: 'War es ein Versehen, beginnen Sie von vorn.',
    },
    FOREIGN_ORIGIN: {
      message: 'Diese Anfrage kam von einer anderen Website.',
      hint: 'Öffnen Sie die Seite hier und versuchen Sie es noch einmal.',
    },
    THIS_MACHINE_ONLY: {
      message: 'Das wird nur auf dem Rechner gezeigt, auf dem dieser Server läuft.',
      hint: 'Öffnen Sie die Seite in einem Browser auf diesem Rechner, ohne Proxy dazwischen.',
    },
  }),
  ...withTitle('Fehler', {
    SESSION_NOT_FRESH: {
      message: 'Das ist heikel, und Ihre Anmeldung liegt schon eine Weile zurück.',
      hint: 'Bestätigen Sie, dass Sie es sind, dann geht es dort weiter, wo Sie waren.',
    },
    OTHER_SIGN_IN_REQUIRED: {
      message:
        'Sie haben sich mit etwas angemeldet, das auf dieser Liste steht. Deshalb können Sie die Liste hier nicht bestätigen.',
      hint: 'Melden Sie sich mit Ihrem Passwort oder per E-Mail an und bestätigen Sie sie dann.',
    },
    SECURITY_REVIEW_CHANGED: {
      message: 'Seit Sie diese Liste geöffnet haben, wurde etwas hinzugefügt, geändert oder entfernt.',
      hint: 'Prüfen Sie die Liste noch einmal und bestätigen Sie sie, wenn alles Ihnen gehört.',
    },
    LAST_SIGN_IN_METHOD: {
      message: 'Das ist Ihre einzige Anmeldemethode. Fügen Sie zuerst eine andere hinzu.',
      hint: 'Verbinden Sie ein weiteres Konto und entfernen Sie dann dieses.',
    },
    ACCOUNT_BELONGS_TO_OTHER: {
      message: 'Dieses Konto ist hier schon mit jemand anderem verbunden.',
      hint: 'Melden Sie sich damit an und entfernen Sie es dort, oder verbinden Sie ein anderes Konto.',
    },
    LINK_CHANGED: {
      message: 'Inzwischen wartet ein anderes Konto darauf, verbunden zu werden, als Ihnen gezeigt wurde.',
      hint: 'Sehen Sie sich das Konto noch einmal an, bevor Sie es verbinden.',
    },
    WORDS_DIFFER: {
      message: 'Das sind nicht die Wörter, die einzugeben sind.',
      hint: 'Geben Sie sie so ein, wie sie dastehen, und sonst nichts. Es wurde nichts gelöscht.',
    },
    PASSWORD_WRONG: {
      message: 'Das ist nicht Ihr Passwort.',
      hint: 'Prüfen Sie es und versuchen Sie es noch einmal, oder fordern Sie einen Link für ein neues an.',
    },
    PASSWORD_EXISTS: {
      message: 'Sie haben schon ein Passwort.',
      hint: 'Ändern Sie es stattdessen; dazu brauchen Sie das jetzige.',
    },
    ADDRESS_REQUIRED: {
      message:
        'Ein Passwort wird zusammen mit einer E-Mail-Adresse eingegeben, und Sie haben noch keine bestätigt.',
      hint: 'Bestätigen Sie zuerst eine E-Mail-Adresse.',
    },
    RESET_LINK_INVALID: {
      message: 'Dieser Link für ein neues Passwort ist nicht mehr gültig.',
      hint: 'Er wurde schon verwendet, ein anderer Link wurde verwendet, oder er ist älter als eine Stunde.',
    },
    PASSKEY_EXISTS: {
      message: 'Dieser Passkey wird schon verwendet.',
      hint: 'Melden Sie sich mit ihm an, oder erstellen Sie einen anderen.',
    },
    TOO_MANY_PASSKEYS: {
      message: 'Sie haben so viele Passkeys, wie erlaubt sind.',
      hint: 'Entfernen Sie einen, den Sie nicht mehr verwenden.',
    },
    SECOND_FACTOR_REQUIRED: {
      message: 'Dafür ist Ihr zweiter Schritt nötig.',
      hint: 'Bestätigen Sie mit Ihrer Authenticator-App, einem Passkey oder einem Wiederherstellungscode, dass Sie es sind.',
    },
    TOTP_ENROLMENT_EXPIRED: {
      message: 'Diese Einrichtung hat zu lange gedauert.',
      hint: 'Beginnen Sie neu mit einem neuen QR-Code.',
    },
    TOTP_CODE_WRONG: {
      message: 'Das ist nicht der Code, den die App gerade anzeigt.',
      hint: 'Prüfen Sie, ob die App diesen QR-Code gescannt hat und ob die Uhr Ihres Telefons stimmt.',
    },
    TOO_MANY_AUTHENTICATOR_APPS: {
      message: 'Sie haben so viele Authenticator-Apps, wie erlaubt sind.',
      hint: 'Entfernen Sie eine, die Sie nicht mehr verwenden.',
    },
    SECOND_FACTOR_OFF: {
      message: 'Diese Seite bietet keine Bestätigung in zwei Schritten an.',
      hint: 'Fragen Sie den Betreiber dieser Seite.',
    },
    LAST_SECOND_FACTOR: {
      message: 'Diese Seite verlangt einen zweiten Schritt, und das ist Ihr einziger.',
      hint: 'Fügen Sie zuerst einen anderen hinzu.',
    },
    REMOVAL_LINK_INVALID: {
      message:
        'Dieser Link, mit dem die Bestätigung in zwei Schritten eingeschaltet bleibt, funktioniert nicht mehr.',
      hint: 'Er wurde schon verwendet, oder die 24 Stunden sind vorbei. Melden Sie sich an und sehen Sie sich Ihre Aktivitäten an.',
    },
    EMAIL_LINK_INVALID: {
      message: 'Dieser Link bestätigt keine Adresse Ihres Kontos.',
      hint: 'Er wurde schon verwendet, ist älter als ein Tag, Sie haben einen neueren angefordert, oder Sie sind mit einem anderen Konto angemeldet.',
    },
    EMAIL_TAKEN: {
      message: 'Diese Adresse gehört hier zu einem anderen Konto.',
      hint: 'Nehmen Sie eine andere, oder melden Sie sich mit ihr an, um zu jenem Konto zu kommen.',
    },
    EMAIL_UNDO_INVALID: {
      message: 'Dieser Link, um eine Adresse zurückzuholen, gilt nicht mehr.',
      hint: 'Er wurde schon verwendet, ist älter als sieben Tage, oder das Konto wurde gelöscht.',
    },
    PHONE_TOO_SHORT: { message: 'Diese Nummer ist zu kurz.', hint: 'Prüfen Sie, ob eine Ziffer fehlt.' },
    PHONE_TOO_LONG: {
      message: 'Diese Nummer ist zu lang.',
      hint: 'Prüfen Sie, ob eine Ziffer doppelt ist.',
    },
    PHONE_NOT_A_NUMBER: {
      message: 'Das ist keine Telefonnummer.',
      hint: 'Geben Sie sie so ein, wie Sie sie wählen würden, ohne Buchstaben.',
    },
    PHONE_INVALID_COUNTRY: {
      message: 'Das Land dieser Nummer ist nicht bekannt.',
      hint: 'Wählen Sie das Land, oder beginnen Sie mit + und seiner Vorwahl.',
    },
    PHONE_NOT_ALLOWED: {
      message: 'Diese Nummer kann hier nicht verwendet werden.',
      hint: 'Nehmen Sie eine eigene Nummer, die SMS empfängt.',
    },
    PHONE_SEND_FAILED: {
      message: 'Die SMS konnte nicht gesendet werden.',
      hint: 'Prüfen Sie die Nummer und versuchen Sie es in einer Weile noch einmal.',
    },
    TOO_MANY_ACCESS_TOKENS: {
      message: 'Sie haben so viele Zugriffstokens, wie es geben darf.',
      hint: 'Widerrufen Sie zuerst eines, das Sie nicht mehr brauchen.',
    },
    LAST_ADMINISTRATOR: {
      message: 'Das ist der letzte Administrator.',
      hint: 'Machen Sie zuerst jemand anderen zum Administrator.',
    },
    METHODS_UNCONFIRMED: {
      message: 'Diese Person hat noch nicht alles in ihrem Konto bestätigt.',
      hint: 'Sie kann sich per E-Mail anmelden und es auf ihrer Kontoseite bestätigen, oder ein Administrator entfernt es in der Konsole.',
    },
    SERVICE_KEY_INVALID: {
      message:
        'Dieser Dienstschlüssel ist unbekannt, abgelaufen oder widerrufen, oder diese Adresse darf ihn nicht verwenden.',
      hint: 'Erstellen Sie in der Konsole einen neuen Dienstschlüssel.',
    },
    TOO_MANY_SERVICE_KEYS: {
      message: 'Es gibt so viele Dienstschlüssel, wie erlaubt sind.',
      hint: 'Widerrufen Sie einen, den Sie nicht mehr verwenden.',
    },
    EXTERNAL_ID_TAKEN: {
      message: 'Eine andere Person hat diese externe ID.',
      hint: 'Wählen Sie eine andere.',
    },
    EVENT_CURSOR_EXPIRED: {
      message: 'Ereignisse nach diesem Zeiger sind nicht mehr gespeichert.',
      hint: 'Holen Sie einen neuen Zeiger mit `from: "now"`. Vergleichen Sie dann alle Personen (`users.list`), und lesen Sie ab diesem Zeiger weiter.',
    },
    TOO_MANY_WEBHOOKS: {
      message: 'Es gibt so viele Webhook-Endpunkte, wie erlaubt sind.',
      hint: 'Löschen Sie einen, den Sie nicht mehr verwenden.',
    },
    WEBHOOK_SET_BY_ENVIRONMENT: {
      message: 'Die Umgebung des Servers legt diesen Endpunkt fest.',
      hint: 'Ändern Sie WEBHOOK_URL oder WEBHOOK_SECRET und starten Sie den Server neu.',
    },
    WEBHOOK_SET_BY_ADMINISTRATOR: {
      message:
        'Ein Administrator hat diesen Endpunkt angelegt oder geändert. Kein Dienstschlüssel darf ihn ändern.',
      hint: 'Ändern Sie ihn unter `/admin/webhooks`, oder lassen Sie den Schlüssel einen eigenen Endpunkt anlegen (`webhooks.create`).',
    },
    WEBHOOK_DISABLED: { message: 'Dieser Endpunkt ist abgeschaltet.', hint: 'Schalten Sie ihn zuerst ein.' },
    TOO_MANY_EVENTS: {
      message: 'In dieser Zeit gibt es zu viele Ereignisse.',
      hint: 'Wählen Sie eine kürzere Zeit.',
    },
    USER_CODE_INVALID: {
      message: 'Mit diesem Code wartet kein Gerät.',
      hint: 'Vergleichen Sie ihn mit dem Code, den das Gerät zeigt. Ein Code gilt zehn Minuten und nur einmal.',
    },
    PICTURE_TOO_LARGE: {
      message: 'Dieses Bild ist zu groß.',
      hint: 'Wählen Sie eines mit höchstens 2 MB und 24 Megapixeln.',
    },
    PICTURE_UNSUPPORTED: {
      message: 'Das ist kein Bild, das hier verwendet werden kann.',
      hint: 'Wählen Sie eine PNG-, JPEG- oder WebP-Datei.',
    },
    PICTURE_UNREADABLE: {
      message: 'Dieses Bild ist beschädigt oder unvollständig.',
      hint: 'Prüfen Sie, ob es sich auf Ihrem Gerät öffnen lässt, oder wählen Sie ein anderes.',
    },
    PICTURE_NOT_FETCHED: {
      message: 'Das Bild konnte nicht vom Anbieter geholt werden.',
      hint: 'Versuchen Sie es in einer Weile noch einmal, oder laden Sie stattdessen eines hoch.',
    },
    INVALID_INPUT: {
      message: 'Etwas an der Eingabe ist nicht so, wie es sein muss.',
      hint: 'Berichtigen Sie, was markiert ist, und versuchen Sie es noch einmal.',
    },
    WRONG_HOST: {
      message: 'Dieser Server antwortet unter einer anderen Adresse.',
      hint: 'Öffnen Sie die Adresse, die APP_ORIGIN nennt.',
    },
    UNSUPPORTED_MEDIA_TYPE: {
      message: 'Diese Art von Inhalt wird nicht angenommen.',
      hint: 'Senden Sie application/json.',
    },
    PAYLOAD_TOO_LARGE: { message: 'Die Anfrage ist zu groß.', hint: 'Senden Sie weniger auf einmal.' },
    MALFORMED_REQUEST: {
      message: 'Die Anfrage konnte nicht gelesen werden.',
      hint: 'Prüfen Sie ihre Adresse, ihre Kodierung und ihren Inhalt.',
    },
    METHOD_NOT_ALLOWED: {
      message: 'Diese Adresse nimmt die Methode nicht an.',
      hint: 'Abfragen sind GET, Änderungen sind POST.',
    },
  }),
};

export const errorsAndNotices: ErrorTexts = {
  errors,
  goodbye: {
    title: 'Ihr Konto ist gelöscht',
    text: 'Sie sind überall abgemeldet, und niemand kann sich bei diesem Konto mehr anmelden.',
    mail: (email) => `Eine Mail an ${email} bestätigt es.`,
    startPage: 'Zur Startseite',
  },

  issues: {
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
    'password-breached': 'Das ist aus einem Datenleck bekannt. Angreifer versuchen es zuerst.',
    'phone-too-short': errors.PHONE_TOO_SHORT.message,
    'phone-too-long': errors.PHONE_TOO_LONG.message,
    'phone-not-a-number': errors.PHONE_NOT_A_NUMBER.message,
    'phone-country-unknown': errors.PHONE_INVALID_COUNTRY.message,
    'phone-country-not-allowed': 'Nummern dieses Landes können hier nicht verwendet werden.',
    'phone-extension': 'Lassen Sie die Durchwahl weg: SMS erreichen sie nicht.',
    'phone-not-allowed': errors.PHONE_NOT_ALLOWED.message,
    'nothing-to-change': 'Es gibt nichts zu ändern.',
    other: 'Das ist nicht so, wie es sein muss.',
  },

  needsScript: {
    title: 'JavaScript ist ausgeschaltet',
    text: 'Diese Seite braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
  },

  nextSteps: {
    'sign-in': 'Anmelden',
    'another-account': 'Anderes Konto versuchen',
    'new-link': 'Neuen Link anfordern',
    'go-home': 'Zur Startseite',
    retry: 'Noch einmal versuchen',
    'correct-input': 'Noch einmal versuchen',
    wait: 'Noch einmal versuchen',
    'add-method': 'Anmeldemethoden ansehen',
    'verify-it-is-you': 'Neu anmelden',
  },

  sessionEnded: {
    title: 'Sie wurden abgemeldet',
    here: 'Sie haben sich in einem anderen Tab dieses Browsers abgemeldet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
    elsewhere:
      'Diese Sitzung wurde von einem anderen Gerät aus beendet oder ist abgelaufen. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  },

  signInErrors: {
    cancelled: 'Die Anmeldung beim Anbieter wurde abgebrochen. Es wurde nichts geändert.',
    failedTitle: 'Anmeldung nicht möglich',
    failed: 'Die Anmeldung ist nicht gelungen. Beginnen Sie unten noch einmal.',
    startAgainBelow: 'Beginnen Sie unten noch einmal.',
    newLinkBelow: 'Fordern Sie unten einen neuen Link an.',
    signInAgainBelow: 'Melden Sie sich unten neu an.',
  },

  signOut: {
    title: 'Abmelden',
    question: 'Möchten Sie sich wirklich abmelden?',
    signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
    signOut: 'Abmelden',
    stay: 'Angemeldet bleiben',
    doneTitle: 'Abgemeldet',
    done: 'Sie sind bereits abgemeldet.',
  },

  textCodes: {
    title: 'Nicht bestätigt',
    codeInvalid: 'Prüfen Sie die sechs Ziffern in der neuesten SMS.',
    codeDead: 'Fordern Sie einen neuen an.',
    codeOtherBrowser:
      'Geben Sie ihn in dem Browser ein, in dem Sie ihn angefordert haben, oder fordern Sie hier einen neuen an.',
  },
};
