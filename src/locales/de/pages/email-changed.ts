import type { PageTexts } from '../../texts.ts';

type EmailChanged = Pick<PageTexts['email'], 'changed' | 'toldFormer' | 'otherDevices'>;

/** What is said after an address was changed, on the profile page and on the page of the mail's link. */
export const emailChanged: EmailChanged = {
  changed: (address) => `Ihre E-Mail-Adresse ist jetzt ${address}.`,
  toldFormer:
    'Wir haben die alte Adresse benachrichtigt. Mit ihr kann sich niemand mehr anmelden, aber sie kann die Änderung sieben Tage lang rückgängig machen.',
  otherDevices: 'Ihre anderen Geräte bleiben angemeldet.',
};
