import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { EMAIL_ERRORS } from '../../../shared/errors/email.ts';

export const GERMAN_EMAIL_ERRORS: Readonly<Record<keyof typeof EMAIL_ERRORS, ErrorWords>> = {
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
};
