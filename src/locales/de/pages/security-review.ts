import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const securityReview: PageTexts['securityReview'] = {
  title: 'Konto prüfen',
  vouchedIntro:
    'Diese Website oder ihr früheres System hat Ihr Konto eingerichtet, mit allem, was hier steht. Entfernen Sie, was Sie nicht kennen. Wenn alles Ihnen gehört, bestätigen Sie es: Ihre anderen Geräte werden dann abgemeldet.',
  intro: (day) =>
    `Ihr Passwort wurde zurückgesetzt. Andere Anmeldemethoden gelten weiter. Prüfen Sie, was seit dem ${day} hinzugefügt wurde, und entfernen Sie, was Sie nicht kennen.`,
  listTitle: 'Zu Ihrem Konto hinzugefügt',
  listHint: 'Wenn Sie etwas davon nicht kennen, kann sich vielleicht jemand anderes damit anmelden.',
  phone: 'Telefonnummer',
  passkey: 'Passkey',
  password: 'Passwort',
  authenticatorApp: 'Authenticator-App',
  addedOn: (day) => `Hinzugefügt am ${day}`,
  removePhone: (number) => `${number} entfernen`,
  removedPhone: (number) => `${number} wurde entfernt.`,
  allMine: 'Das alles gehört mir',
  allMineMeaning: 'Es bleibt, und Sie werden nicht mehr danach gefragt.',
  nothingLeft: 'Es gibt nichts mehr zu prüfen.',
  finished: 'Danke. Was hinzugefügt wurde, bleibt, und Sie werden nicht mehr danach gefragt.',
  goOn: 'Weiter',
  otherWay: 'Anders anmelden',
  noticeTitle: 'Gehört das alles Ihnen?',
  notice: (count) =>
    plural(count, {
      one: 'Ihr Passwort wurde zurückgesetzt. Kurz davor oder seitdem wurde etwas zu Ihrem Konto hinzugefügt.',
      other: `Ihr Passwort wurde zurückgesetzt. Kurz davor oder seitdem wurde ${count}-mal etwas zu Ihrem Konto hinzugefügt.`,
    }),
};
