import type { Texts } from '../texts.ts';

export const verify: Texts['verify'] = {
  title: 'Bestätigen Sie, dass Sie es sind',
  why: 'Ihre Anmeldung liegt eine Weile zurück. Zeigen Sie, dass Sie es noch sind, dann geht es dort weiter, wo Sie waren.',
  notVerified: 'Nicht bestätigt',
  noWay: 'Hier gibt es keine Möglichkeit mehr, es zu zeigen. Melden Sie sich ab und wieder an.',
  signOut: 'Abmelden',
  verify: 'Bestätigen',
  sendToPhone: 'Code an mein Telefon senden',
};
