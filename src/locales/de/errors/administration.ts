import type { ADMINISTRATION_ERRORS } from '../../../shared/errors/administration.ts';
import type { ErrorWords } from '../../../shared/errors/entry.ts';

export const GERMAN_ADMINISTRATION_ERRORS: Readonly<Record<keyof typeof ADMINISTRATION_ERRORS, ErrorWords>> =
  {
    ACCOUNT_SUSPENDED: {
      title: 'Anmeldung nicht möglich',
      message: 'Dieses Konto ist gesperrt.',
      hint: 'Fragen Sie den Support dieser Seite.',
    },
    ADMISSION_REFUSED: {
      title: 'Zugriff verweigert',
      message: 'Diese Seite lässt Ihre Anmeldung nicht zu.',
      hint: 'Fragen Sie den Support dieser Seite.',
    },
    ADMISSION_UNKNOWN: {
      title: 'Anmeldung nicht möglich',
      message: 'Diese Seite konnte nicht entscheiden, ob Sie sich anmelden dürfen.',
      hint: 'Versuchen Sie es gleich noch einmal.',
    },
    ADMINISTRATOR_REQUIRED: {
      title: 'Zugriff verweigert',
      message: 'Das können nur Administratoren.',
      hint: 'Melden Sie sich mit einem Konto an, das die Administratorrolle hat.',
    },
    PERMISSION_MISSING: {
      title: 'Zugriff verweigert',
      message: 'Das dürfen Sie nicht.',
      hint: 'Bitten Sie einen Administrator dieser Seite um die Berechtigung.',
    },
    LAST_ADMINISTRATOR: {
      title: 'Fehler',
      message: 'Das ist der letzte Administrator.',
      hint: 'Machen Sie zuerst jemand anderen zum Administrator.',
    },
    METHODS_UNCONFIRMED: {
      title: 'Fehler',
      message: 'Diese Person hat noch nicht alles in ihrem Konto bestätigt.',
      hint: 'Sie kann sich per E-Mail anmelden und es auf ihrer Kontoseite bestätigen, oder ein Administrator entfernt es in der Konsole.',
    },
    ADMINISTRATOR_PROTECTED: {
      title: 'Zugriff verweigert',
      message: 'Bei einem Administrator ist das nicht möglich.',
      hint: 'Ein Administrator kann ihm zuerst in der Konsole die Rolle nehmen.',
    },
    SERVICE_KEY_INVALID: {
      title: 'Fehler',
      message:
        'Dieser Dienstschlüssel ist unbekannt, abgelaufen oder widerrufen, oder diese Adresse darf ihn nicht verwenden.',
      hint: 'Erstellen Sie in der Konsole einen neuen Dienstschlüssel.',
    },
    SERVICE_KEY_REFUSED: {
      title: 'Zugriff verweigert',
      message: 'Ein Dienstschlüssel kann das nicht, denn er ist keine Person.',
      hint: 'Rufen Sie eine Prozedur auf, die einen Dienstschlüssel annimmt, zum Beispiel users.get.',
    },
    TOO_MANY_SERVICE_KEYS: {
      title: 'Fehler',
      message: 'Es gibt so viele Dienstschlüssel, wie erlaubt sind.',
      hint: 'Widerrufen Sie einen, den Sie nicht mehr verwenden.',
    },
    EXTERNAL_ID_TAKEN: {
      title: 'Fehler',
      message: 'Eine andere Person hat diese externe ID.',
      hint: 'Wählen Sie eine andere.',
    },
    IMPERSONATION_REFUSED: {
      title: 'Zugriff verweigert',
      message: 'Das können Sie nicht tun, während Sie als eine andere Person handeln.',
      hint: 'Beenden Sie das zuerst und verwenden Sie dann Ihr eigenes Konto.',
    },
  };
