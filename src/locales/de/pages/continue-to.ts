import type { PageTexts } from '../../texts.ts';

export const continueTo: PageTexts['continueTo'] = {
  loading: 'Bei einer App anmelden',
  title: (app) => `Weiter zu ${app}?`,
  intro: (app) => `${app} möchte Sie mit diesem Konto anmelden.`,
  leadsTo: 'Führt zu',
  loopback: 'Ein Programm auf diesem Gerät',
  scheme: 'Eine App auf diesem Gerät',
  learns: 'Die App darf',
  scopes: {
    openid: 'Wissen, welches Konto Sie hier haben',
    profile: 'Ihren Namen, Ihr Bild und Ihre Sprache sehen',
    email: 'Ihre E-Mail-Adresse sehen',
    phone: 'Ihre Telefonnummer sehen',
    offline_access: 'Angemeldet bleiben, bis Sie sie abmelden',
  },
  warning: (app) =>
    `Fahren Sie nur fort, wenn Sie gerade eben begonnen haben, sich auf diesem Gerät bei ${app} anzumelden. Auch andere Programme auf diesem Gerät können diese Seite öffnen. Dann würden Sie diese Programme bei Ihrem Konto anmelden.`,
  approve: 'Weiter',
  deny: 'Abbrechen',
  approvedTitle: (app) => `Weiter in ${app}`,
  approved: (app) =>
    `Wenn Ihr Browser fragt, lassen Sie ihn ${app} öffnen. Dort wird die Anmeldung abgeschlossen. Danach können Sie dieses Fenster schließen.`,
  deniedTitle: 'Sie haben die Anmeldung abgebrochen',
  denied: (app) => `${app} bekommt keinen Zugriff auf Ihr Konto. Sie können dieses Fenster schließen.`,
  openAgain: (app) => `${app} öffnen`,
  refusedTitle: 'Diese Anmeldung kann nicht weitergehen',
  toAccount: 'Zu Ihrem Konto',
};
