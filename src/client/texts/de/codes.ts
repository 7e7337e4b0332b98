import type { Texts } from '../texts.ts';

export const codes: Texts['codes'] = {
  checkingBrowser: 'Ihr Browser wird geprüft …',
  incomplete: (digits) => `Geben Sie alle ${digits} Ziffern ein.`,
  orEnter: 'Oder geben Sie den Code aus der Mail ein',
  fromMail: 'Code aus der Mail',
  fromText: 'Code aus der SMS',
  mailOnItsWay: 'Eine Mail mit einem Code ist unterwegs an {}.',
  textOnItsWay: 'Eine SMS mit einem Code ist unterwegs an {}.',
  sendAgain: 'Noch einmal senden',
  sendNew: 'Neuen Code senden',
  waiting: (action, seconds) => `${action} in ${seconds} s`,
  newMail: 'Eine neue Mail ist unterwegs. Ältere Links und Codes gelten nicht mehr.',
  newCode: 'Ein neuer Code ist unterwegs. Ältere gelten nicht mehr.',
  sendTo: (address) => `Code an ${address} senden`,
  demo: 'Das ist eine Demo, keine Nachricht verlässt sie: Lesen Sie sie im {}.',
  theOutbox: 'Postausgang',
};
