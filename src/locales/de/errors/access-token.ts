import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { ACCESS_TOKEN_ERRORS } from '../../../shared/errors/access-token.ts';

export const GERMAN_ACCESS_TOKEN_ERRORS: Readonly<Record<keyof typeof ACCESS_TOKEN_ERRORS, ErrorWords>> = {
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
};
