import type { PageTexts } from '../../texts.ts';

export const verify: PageTexts['verify'] = {
  title: 'Bestätigen Sie, dass Sie es sind',
  why: 'Ihre Anmeldung liegt eine Weile zurück. Bestätigen Sie, dass Sie es noch sind. Dann geht es dort weiter, wo Sie waren.',
  notVerified: 'Nicht bestätigt',
  noWay: 'Hier können Sie es nicht bestätigen. Melden Sie sich ab und wieder an.',
  signOut: 'Abmelden',
  verify: 'Bestätigen',
  sendToPhone: 'Code an mein Telefon senden',
};
