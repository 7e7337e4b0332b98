import type { Texts } from '../texts.ts';

export const device: Texts['device'] = {
  title: 'Ein Programm zulassen',
  intro:
    'Ein Programm auf einem anderen Bildschirm zeigt einen Code. Geben Sie ihn hier ein, um zu sehen, was es möchte.',
  code: 'Code des Programms',
  codeHint: 'Acht Buchstaben; Großschreibung und Bindestrich sind gleichgültig.',
  next: 'Weiter',
  question: 'Dieses Programm zulassen?',
  compare: 'Zeigt das Programm genau diesen Code?',
  program: 'Nennt sich',
  quoted: (name) => `„${name}“`,
  askedFrom: 'Gefragt von',
  sameAddress: 'dieselbe Netzwerkadresse wie dieser Browser',
  otherAddress: 'nicht die Netzwerkadresse dieses Browsers',
  unknownAddress: 'einer unbekannten Adresse',
  asked: 'Gefragt',
  wants: 'Es könnte dann',
  lasts: 'Für',
  days: (days) => `${days} Tage, oder bis Sie es widerrufen`,
  warning:
    'Lassen Sie es nur zu, wenn Sie es selbst gerade eben gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, käme diese Person in Ihr Konto.',
  warningElsewhere:
    'Es hat aus einem anderen Netzwerk als Ihrem gefragt. Das ist nur richtig, wenn Sie es selbst auf einem anderen Gerät gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, käme diese Person in Ihr Konto.',
  approve: 'Zulassen',
  deny: 'Abweisen',
  otherCode: 'Einen anderen Code eingeben',
  approvedTitle: 'Es ist zugelassen',
  approved: (name) =>
    `„${name}“ macht in wenigen Sekunden von selbst weiter. Sie können diese Seite schließen.`,
  tokensHint: 'Es steht bei Ihren Zugriffstokens, wo Sie es widerrufen können.',
  toTokens: 'Zu Ihren Zugriffstokens',
  deniedTitle: 'Es ist abgewiesen',
  denied: (name) => `„${name}“ bekommt nichts. Sie können diese Seite schließen.`,
  notYours: 'Haben Sie es nicht gestartet? Vielleicht will jemand durch Sie in Ihr Konto gelangen.',
  secure: 'Sehen, was mit Ihrem Konto geschah',
};
