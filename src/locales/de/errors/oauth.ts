import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { OAUTH_ERRORS } from '../../../shared/errors/oauth.ts';

export const GERMAN_OAUTH_ERRORS: Readonly<Record<keyof typeof OAUTH_ERRORS, ErrorWords>> = {
  OAUTH_CLIENT_UNKNOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Diese Website kennt die App nicht, von der Sie kommen.',
    hint: 'Beginnen Sie in der App noch einmal. Bleibt der Fehler, wenden Sie sich an den Betreiber der App.',
  },
  OAUTH_REDIRECT_UNKNOWN: {
    title: 'Anmeldung nicht möglich',
    message: 'Die App will Sie an eine Adresse schicken, die nicht für sie eingetragen ist.',
    hint: 'Beginnen Sie in der App noch einmal. Bleibt der Fehler, wenden Sie sich an den Betreiber der App.',
  },
};
