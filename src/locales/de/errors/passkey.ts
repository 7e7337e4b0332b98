import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PASSKEY_ERRORS } from '../../../shared/errors/passkey.ts';

export const GERMAN_PASSKEY_ERRORS: Readonly<Record<keyof typeof PASSKEY_ERRORS, ErrorWords>> = {
  PASSKEY_INVALID: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Passkey konnte nicht geprüft werden.',
    hint: 'Versuchen Sie es noch einmal, oder melden Sie sich auf andere Weise an.',
  },
  PASSKEY_UNKNOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Passkey gehört hier zu keinem Konto mehr.',
    hint: 'Melden Sie sich auf andere Weise an, und löschen Sie ihn dort, wo Ihre Passkeys aufbewahrt werden.',
  },
  PASSKEY_OTHER_HOST: {
    title: 'Anmeldung nicht möglich',
    message: 'Dieser Passkey wurde für eine frühere Adresse dieser Seite erstellt und gilt hier nicht.',
    hint: 'Melden Sie sich auf andere Weise an, und erstellen Sie einen neuen Passkey.',
  },
  PASSKEY_EXISTS: {
    title: 'Fehler',
    message: 'Dieser Passkey wird schon verwendet.',
    hint: 'Melden Sie sich mit ihm an, oder erstellen Sie einen anderen.',
  },
  TOO_MANY_PASSKEYS: {
    title: 'Fehler',
    message: 'Sie haben so viele Passkeys, wie erlaubt sind.',
    hint: 'Entfernen Sie einen, den Sie nicht mehr verwenden.',
  },
};
