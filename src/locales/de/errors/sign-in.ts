import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SIGN_IN_ERRORS } from '../../../shared/errors/sign-in.ts';

export const GERMAN_SIGN_IN_ERRORS: Readonly<Record<keyof typeof SIGN_IN_ERRORS, ErrorWords>> = {
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
  PROOF_OF_WORK_REQUIRED: {
    title: 'Anmeldung nicht möglich',
    message: 'Gerade kommen viele Anfragen von unbekannten Geräten, deshalb muss Ihre erst geprüft werden.',
    hint: 'Ein Browser, in dem Skripte laufen, macht das von selbst. Ohne Skripte melden Sie sich auf andere Weise an, oder kommen Sie in einigen Minuten wieder.',
  },
};
