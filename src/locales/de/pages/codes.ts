import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const codes: PageTexts['codes'] = {
  checkingBrowser: 'Ihr Browser wird geprüft …',
  incomplete: (digits) =>
    plural(digits, {
      one: `Geben Sie ${digits} Ziffer ein.`,
      other: `Geben Sie alle ${digits} Ziffern ein.`,
    }),
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
  demo: 'Das ist eine Demo. Sie sendet keine Nachrichten: Lesen Sie sie im {}.',
  theOutbox: 'Postausgang',
};
