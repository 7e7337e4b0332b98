import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const accessTokens: PageTexts['accessTokens'] = {
  nav: 'Zugriffstokens',
  title: 'Zugriffstokens',
  listTitle: 'Ihre Tokens',
  listHint: 'Ein Skript handelt mit einem Zugriffstoken für Sie. Es kann nur, was Sie ihm erlauben.',
  developers: 'Was man damit aufrufen kann',
  none: 'Sie haben keine Zugriffstokens.',
  noneMeaning: 'Ein Skript mit einem Token kann {} für Sie aufrufen.',
  procedures: 'die Prozeduren dieser Seite',
  created: 'Erstellt',
  lastUsed: 'zuletzt verwendet',
  neverUsed: 'noch nicht verwendet',
  with: 'mit',
  from: 'von',
  expires: 'Läuft ab',
  expiredOn: 'Abgelaufen',
  expired: 'Abgelaufen',
  expiresSoon: 'Läuft bald ab',
  revoke: 'Widerrufen',
  revokeOf: (name) => `${name} widerrufen`,
  remove: 'Entfernen',
  removeOf: (name) => `${name} entfernen`,
  revokeTitle: (name) => `„${name}“ widerrufen?`,
  revokeMeaning:
    'Was sich damit anmeldet, funktioniert sofort nicht mehr. Ein widerrufenes Token kommt nicht zurück.',
  revoked: (name) => `„${name}“ ist widerrufen und funktioniert nicht mehr.`,
  removed: (name) => `„${name}“ ist entfernt.`,
  goneAlready: (name) => `„${name}“ war bereits widerrufen.`,
  newTitle: 'Neues Token',
  newHint: 'Es wird nur einmal angezeigt, nachdem Sie es erstellt haben.',
  defaultName: (day) => `Token vom ${day}`,
  name: 'Name',
  nameHint: 'Was es verwendet, und wo: „Nachtbericht auf dem Büroserver“.',
  scopes: 'Was darf es?',
  scopesHint:
    'Es kann sich nie anderswo anmelden, nie ändern, wie Sie sich anmelden, und keine weiteren Tokens erstellen.',
  presets: {
    readOnly: { name: 'Nur lesen', meaning: 'Alles sehen, nichts ändern.' },
    everything: { name: 'Alles', meaning: 'Alles sehen und ändern, was ein Token darf.' },
  },
  chooseByHand: 'Oder wählen Sie selbst:',
  groups: [
    {
      title: 'Profil',
      scopes: [
        ['profile:read', 'Name, Bild, Sprache und E-Mail-Adresse sehen'],
        ['profile:write', 'Name, Bild und Sprache ändern'],
      ],
    },
    {
      title: 'E-Mail',
      scopes: [['email:read', 'Die Adresse und eine noch nicht bestätigte Änderung sehen']],
    },
    { title: 'Telefon', scopes: [['phone:read', 'Die Telefonnummer sehen']] },
    {
      title: 'Anmeldemethoden',
      scopes: [['accounts:read', 'Verbundene Konten sehen, und ob es ein Passwort gibt']],
    },
    {
      title: 'Geräte',
      scopes: [
        ['sessions:read', 'Sehen, wo Sie angemeldet sind'],
        ['sessions:write', 'Geräte abmelden'],
      ],
    },
    { title: 'Aktivität', scopes: [['activity:read', 'Sehen, was mit Ihrem Konto geschah']] },
    {
      title: 'Zugriffstokens',
      scopes: [['tokens:read', 'Ihre Zugriffstokens auflisten, nie die Tokens selbst']],
    },
  ],
  expiry: 'Wann läuft es ab?',
  inDays: (days) =>
    days === 365 ? 'In einem Jahr' : plural(days, { one: `In ${days} Tag`, other: `In ${days} Tagen` }),
  onADay: 'An einem Tag',
  day: 'Letzter Tag',
  dayMissing: 'Wählen Sie einen Tag.',
  create: 'Token erstellen',
  madeTitle: (name) => `„${name}“ ist bereit`,
  madeOnce:
    'Kopieren Sie es jetzt: Es wird nur dieses eine Mal angezeigt. Bewahren Sie es auf wie ein Passwort.',
  token: 'Token',
  tryIt: 'Im Terminal ausprobieren',
  copy: 'Kopieren',
  copyToken: 'Token kopieren',
  copyCommand: 'Befehl kopieren',
  copied: 'Kopiert',
  notCopied: 'Ihr Browser ließ das Kopieren nicht zu. Markieren Sie den Text und kopieren Sie ihn selbst.',
  done: 'Ich habe es kopiert',
};
