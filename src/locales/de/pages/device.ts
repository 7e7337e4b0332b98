import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const device: PageTexts['device'] = {
  title: 'Gerät verbinden',
  intro:
    'Eine App auf einem anderen Gerät zeigt einen Code. Geben Sie ihn hier ein, um zu sehen, was die App möchte.',
  code: 'Code der App',
  codeHint: 'Acht Buchstaben. Großschreibung und Bindestrich sind nicht wichtig.',
  next: 'Weiter',
  question: 'Diese App zulassen?',
  compare: 'Zeigt die App diesen Code?',
  account: 'Sie sind angemeldet als',
  otherAccount: 'Das sind nicht Sie? Anderes Konto verwenden',
  program: 'Name der App',
  quoted: (name) => `„${name}“`,
  verified: 'Dieser Name ist überprüft.',
  notVerified: 'Name vom Gerät gesendet, nicht überprüft',
  askedFrom: 'Anfrage von',
  sameAddress: 'dieselbe Netzwerkadresse wie dieser Browser',
  otherAddress: 'eine andere Netzwerkadresse als dieser Browser',
  unknownAddress: 'einer unbekannten Adresse',
  asked: 'Angefragt',
  wants: 'Berechtigungen',
  lasts: 'Zugriff für',
  days: (days) =>
    plural(days, {
      one: `${days} Tag, oder bis Sie ihn widerrufen`,
      other: `${days} Tage, oder bis Sie ihn widerrufen`,
    }),
  daysOfApp: (days) =>
    plural(days, {
      one: `Höchstens ${days} Tag, oder bis Sie sie abmelden`,
      other: `Höchstens ${days} Tage, oder bis Sie sie abmelden`,
    }),
  warning:
    'Lassen Sie die App nur zu, wenn Sie sie gerade eben auf einem Gerät gestartet haben, das Sie vor sich haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
  warningElsewhere:
    'Die Anfrage kam aus einem anderen Netzwerk als Ihrem. Lassen Sie die App nur zu, wenn Sie sie gerade eben auf einem Gerät gestartet haben, das Sie vor sich haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
  programWarning:
    'Lassen Sie die App nur zu, wenn Sie sie selbst gerade eben gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
  programWarningElsewhere:
    'Die Anfrage kam aus einem anderen Netzwerk als Ihrem. Lassen Sie die App nur zu, wenn Sie sie selbst auf einem anderen Gerät gestartet haben. Hat Ihnen jemand diesen Link geschickt oder den Code genannt, bekommt diese Person Zugriff auf Ihr Konto.',
  approve: 'Zulassen',
  deny: 'Ablehnen',
  otherCode: 'Anderen Code eingeben',
  approvedTitle: 'Das Gerät ist verbunden',
  approved: (name) => `„${name}“ macht in wenigen Sekunden weiter. Sie können diese Seite schließen.`,
  tokensLater: 'Dann finden Sie sie bei Ihren Zugriffstokens, wo Sie den Zugriff widerrufen können.',
  listed: (name) => `„${name}“ hat jetzt Zugriff. Sie können diese Seite schließen.`,
  tokensHint: 'Die App steht bei Ihren Zugriffstokens. Dort können Sie den Zugriff widerrufen.',
  toTokens: 'Zu Ihren Zugriffstokens',
  devicesLater: 'Dann finden Sie die App bei Ihren Geräten, wo Sie sie abmelden können.',
  signedIn: (name) => `${name} ist jetzt angemeldet. Sie können diese Seite schließen.`,
  devicesHint: 'Die App steht bei Ihren Geräten. Dort können Sie sie abmelden.',
  toDevices: 'Zu Ihren Geräten',
  deniedTitle: 'Die Anfrage wurde abgelehnt',
  denied: (name) => `„${name}“ bekommt keinen Zugriff. Sie können diese Seite schließen.`,
  notYours: 'Haben Sie die App nicht gestartet? Dann versucht vielleicht jemand, in Ihr Konto zu kommen.',
  secure: 'Sehen, was mit Ihrem Konto geschah',
};
