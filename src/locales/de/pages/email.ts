import type { PageTexts } from '../../texts.ts';

export const email: PageTexts['email'] = {
  title: 'E-Mail-Adresse',
  add: 'E-Mail-Adresse hinzufügen',
  changeLabel: 'E-Mail-Adresse ändern',
  confirmThis: 'Diese Adresse bestätigen',

  newAddress: 'Neue E-Mail-Adresse',
  firstAddress: 'Ihre E-Mail-Adresse',
  enterAddress: 'Geben Sie die Adresse ein.',
  explainChange: (current) =>
    `Dorthin geht eine E-Mail mit einem Link und einem Code. Bis Sie sie bestätigen, bleibt ${current} Ihre Adresse.`,
  explainFirst:
    'Dorthin geht eine E-Mail mit einem Link und einem Code. Sobald Sie sie bestätigen, gehört die Adresse hier Ihnen.',
  send: 'E-Mail senden',

  sentTo: 'Eine E-Mail mit einem Link und einem Code ging an',
  waiting:
    'Sie wird Ihre Adresse, wenn Sie hier den Code eingeben oder den Link dort öffnen, wo Sie angemeldet sind.',
  code: 'Code aus der E-Mail',
  confirm: 'Bestätigen',
  notConfirmed: 'Nicht bestätigt',
  sendAgain: 'Erneut senden',
  sendNew: 'Neue E-Mail senden',
  sentAgain: 'Eine neue E-Mail ist unterwegs. Der ältere Link und der ältere Code gelten nicht mehr.',

  changed: (address) => `Ihre E-Mail-Adresse ist jetzt ${address}.`,
  toldFormer:
    'Wir haben die alte Adresse benachrichtigt. Mit ihr kann sich niemand mehr anmelden, aber sie kann die Änderung sieben Tage lang rückgängig machen.',
  otherDevices: 'Ihre anderen Geräte bleiben angemeldet.',
  lookAtDevices: 'Geräte ansehen',
  cancelled: 'Ihre Adresse bleibt, wie sie ist. Link und Code gelten nicht mehr.',
};
