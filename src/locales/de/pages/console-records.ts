import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const serviceKeys: PageTexts['serviceKeys'] = {
  title: 'Dienstschlüssel',
  listTitle: 'Alle Schlüssel',
  listHint:
    'Eine Anwendung arbeitet mit einem Dienstschlüssel an Personen. An Administratoren ändert er nie etwas.',
  none: 'Es gibt keinen Dienstschlüssel.',
  newTitle: 'Neuer Dienstschlüssel',
  newHint: 'Er wird nur einmal gezeigt, nachdem Sie ihn erstellt haben.',
  nameHint: 'Welche Anwendung ihn hat: „Abrechnung“.',
  scopesLegend: 'Was darf er?',
  scopes: {
    'users:read': 'Personen sehen',
    'users:write': 'Personen anlegen, ändern, sperren und löschen',
    'roles:write': 'Rollen ändern',
    'sessions:write': 'Personen abmelden',
    'users:import': 'Personen importieren',
    'events:read': 'Ereignisse lesen',
    'webhooks:write': 'Webhooks verwalten',
  },
  addresses: 'Erlaubte Adressen (freiwillig)',
  addressesHint: 'IP-Adressen oder Netze wie 192.0.2.0/24, eine in jeder Zeile. Leer: jede Adresse.',
  addressesInvalid: 'Eine davon ist weder eine IP-Adresse noch ein Netz.',
  create: 'Dienstschlüssel erstellen',
  readyTitle: (name) => `„${name}“ ist bereit`,
  key: 'Dienstschlüssel',
  copyKey: 'Dienstschlüssel kopieren',
  revokeMeaning:
    'Die Anwendung, die ihn hat, funktioniert sofort nicht mehr. Einen widerrufenen Schlüssel können Sie nicht wiederherstellen.',
  revoked: (name) => `„${name}“ ist widerrufen. Er funktioniert nicht mehr.`,
  states: { active: 'Aktiv', expired: 'Abgelaufen', revoked: 'Widerrufen' },
  onlyFrom: 'Nur von',
  madeBy: 'Erstellt von',
  madeByServer: 'Erstellt von einem Befehl auf dem Server',
};

export const auditLog: PageTexts['auditLog'] = {
  title: 'Protokoll',
  list: 'Einträge',
  hint: 'Was Administratoren, Anwendungen und Befehle auf dem Server getan haben, das Neueste zuerst.',
  action: 'Handlung',
  everything: 'Alles',
  actions: {
    'user-created': 'Person angelegt',
    'user-updated': 'Profil geändert',
    'user-data-changed': 'Felder der Anwendung geändert',
    'user-roles-changed': 'Rollen geändert',
    'user-suspended': 'Person gesperrt',
    'user-resumed': 'Sperre beendet',
    'user-sessions-ended': 'Person abgemeldet',
    'user-second-factor-removal-requested': 'Entfernen der Bestätigung in zwei Schritten verlangt',
    'user-deleted': 'Person gelöscht',
    'user-imported': 'Person importiert',
    'user-impersonated': 'Begonnen, als eine Person zu handeln',
    'user-impersonation-ended': 'Aufgehört, als eine Person zu handeln',
    'users-exported': 'Personen exportiert',
    'service-key-created': 'Dienstschlüssel erstellt',
    'service-key-revoked': 'Dienstschlüssel widerrufen',
    'webhook-created': 'Webhook-Endpunkt hinzugefügt',
    'webhook-updated': 'Webhook-Endpunkt geändert',
    'webhook-enabled': 'Webhook-Endpunkt eingeschaltet',
    'webhook-disabled': 'Webhook-Endpunkt abgeschaltet',
    'webhook-secret-rotated': 'Webhook-Geheimnis erneuert',
    'webhook-tested': 'Test-Ereignis gesendet',
    'webhook-replayed': 'Ereignisse erneut gesendet',
    'webhook-deleted': 'Webhook-Endpunkt gelöscht',
    'job-retried': 'Auftrag erneut versucht',
    'job-discarded': 'Auftrag verworfen',
    'credentials-ended': 'Alle Anmeldungen und Zugänge von vor einem Zeitpunkt beendet',
  },
  actors: {
    administrator: 'Administrator',
    'service-key': 'Dienstschlüssel',
    server: 'Befehl auf dem Server',
  },
  subjects: { user: 'Person', 'service-key': 'Dienstschlüssel', job: 'Auftrag', webhook: 'Webhook-Endpunkt' },
  about: (subject) => `Nur zu ${subject}`,
  by: 'durch',
  from: 'von',
  hidden: '(verborgen)',
  reason: 'Grund',
  before: 'Vorher',
  after: 'Nachher',
  value: 'Wert',
  changes: 'Was sich geändert hat',
  none: 'Es gibt keinen Eintrag.',
};

export const failedJobs: PageTexts['failedJobs'] = {
  title: 'Fehlgeschlagene Aufträge',
  list: 'Aufgegebene Aufträge',
  hint: 'Sie stehen 30 Tage lang hier.',
  none: 'Kein Auftrag wurde aufgegeben.',
  kinds: {
    mail: 'Eine E-Mail senden',
    'revoke-grant': 'Die Erlaubnis eines verbundenen Kontos widerrufen',
    'release-phone': 'Eine Telefonnummer freigeben',
    'unfinished-sign-in': 'Eine nicht beendete Anmeldung melden',
  },
  attempts: (count) => plural(count, { one: 'Einmal versucht', other: `${count}-mal versucht` }),
  givenUp: 'aufgegeben',
  thePerson: 'Die Person',
  retryOf: (job) => `Erneut versuchen: ${job}`,
  retryAll: (count) => `Alle ${count} erneut versuchen`,
  retried: (count) =>
    count === 0
      ? 'Jemand war schneller: Kein Auftrag wartet hier noch.'
      : plural(count, {
          one: 'Der Auftrag läuft erneut.',
          other: `${count} Aufträge laufen erneut.`,
        }),
  created: 'Erstellt',
  lastError: 'Letzter Fehler',
  unknownError: 'unbekannt',
  discard: 'Verwerfen',
  discardOf: (job) => `Verwerfen: ${job}`,
  discardTitle: 'Diesen Auftrag verwerfen?',
  discardMeaning: (job) =>
    `„${job}“ wird nie ausgeführt, und der Inhalt wird gelöscht. Das kann niemand rückgängig machen.`,
  discarded: 'Der Auftrag ist verworfen.',
  webhooks: 'Webhooks',
  webhooksHint:
    'Endpunkte, die fehlschlagen, abgeschaltet wurden oder Zustellungen ohne weitere Versuche haben.',
  noWebhooks: 'Jeder Endpunkt bekommt seine Ereignisse.',
  failedDeliveries: (count) =>
    count === 0
      ? 'Keine fehlgeschlagene Zustellung'
      : plural(count, {
          one: 'Eine fehlgeschlagene Zustellung',
          other: `${count} fehlgeschlagene Zustellungen`,
        }),
  enableFirst: 'Schalten Sie ihn ein, um sie erneut zu senden.',
  replayAll: 'Erneut senden',
  replayed: (count) =>
    count === 0
      ? 'Es gab nichts erneut zu senden. Tests werden nicht wiederholt.'
      : plural(count, {
          one: 'Eine Zustellung wird erneut gesendet.',
          other: `${count} Zustellungen werden erneut gesendet.`,
        }),
};

export const overview: PageTexts['overview'] = {
  title: 'Übersicht',
  now: 'Jetzt',
  people: 'Personen',
  suspended: 'Gesperrt',
  administrators: 'Administratoren',
  waitingMails: 'Wartende E-Mails',
  failedJobs: 'Fehlgeschlagene Aufträge',
  failingEndpoints: 'Fehlschlagende Endpunkte',
  days: 'Die letzten 30 Tage, nach Tagen in UTC',
  signUps: 'Neue Personen',
  signIns: 'Anmeldungen nach Methode',
  failures: 'Fehlgeschlagene Anmeldungen nach Methode',
  day: 'Tag',
  total: 'Summe',
  otherMethods: 'Andere Methoden',
  nothing: 'Nichts in den letzten 30 Tagen.',
  methods: {
    'email-link': 'Link per E-Mail',
    'email-code': 'Code per E-Mail',
    'phone-code': 'Telefon',
    password: 'Passwort',
    passkey: 'Passkey',
    totp: 'Authenticator-App',
    'recovery-code': 'Wiederherstellungscode',
  },
};
