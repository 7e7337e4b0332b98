import type { OperationPagesTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const operationPages: OperationPagesTexts = {
  failedJobs: {
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
    theUser: 'Die Person',
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
        ? 'Es gab nichts mehr erneut zu senden.'
        : plural(count, {
            one: 'Eine Zustellung wird erneut gesendet.',
            other: `${count} Zustellungen werden erneut gesendet.`,
          }),
    failing: 'Schlägt fehl',
    disabled: 'Abgeschaltet',
    disabledBy: {
      administrator: 'Ein Administrator oder eine Anwendung hat ihn abgeschaltet.',
      gone: 'Er hat mit 410 geantwortet: Er will keine Ereignisse mehr.',
      failing: 'Fünf Tage lang gelang keine Zustellung.',
    },
  },

  checklist: {
    title: 'Bereit für den Betrieb',
    progress: (done, total) => `${done} von ${total} erledigt`,
    next: (name) => `Als Nächstes: ${name}`,
    names: {
      mail: 'Mail',
      provider: 'Identitätsanbieter',
      brand: 'Marke',
      secondFactor: 'Zweiter Faktor der Administratoren',
      backup: 'Datenbank und Sicherungen',
      webhook: 'Webhook',
      proxy: 'Proxy und HTTPS',
    },
    states: { done: 'Erledigt', open: 'Offen', broken: 'Problem' },
    mailDone: 'Ein Mailserver ist eingestellt, und keine Mail scheitert.',
    mailOpen: 'Mails bleiben im Postausgang dieses Servers. Setzen Sie SMTP_URL.',
    mailWaiting: (count) =>
      plural(count, {
        one: 'Eine Mail scheitert seit zehn Minuten und wird weiter versucht.',
        other: `${count} Mails scheitern seit zehn Minuten und werden weiter versucht.`,
      }),
    mailGivenUp: (count) =>
      plural(count, {
        one: 'Eine Mail wurde im letzten Tag aufgegeben.',
        other: `${count} Mails wurden im letzten Tag aufgegeben.`,
      }),
    providerDone: (count) =>
      plural(count, {
        one: 'Der Identitätsanbieter antwortet.',
        other: `Alle ${count} Identitätsanbieter antworten.`,
      }),
    providerOpen: 'Außer denen der Demo gibt es noch keinen.',
    providerBroken: (list) => `Keine Antwort von: ${list}.`,
    brandDone: 'Die Anwendung hat Namen, Logo und Farbe.',
    brandOpen: (list) => `Es fehlt noch: ${list}.`,
    brandParts: {
      name: 'der Name (APP_NAME)',
      logo: 'das Logo (BRAND_DIR)',
      accent: 'die Farbe (APP_ACCENT)',
    },
    secondFactorDone: 'Er wird verlangt, und jeder Administrator hat einen.',
    secondFactorOptional: 'Er wird nicht verlangt. Setzen Sie SECOND_FACTOR=administrators.',
    secondFactorMissing: (count) =>
      plural(count, {
        one: 'Ein Administrator hat keinen.',
        other: `${count} Administratoren haben keinen.`,
      }),
    databases: {
      embedded: 'Die eingebettete Datenbank ist nur für die Entwicklung. Setzen Sie MONGODB_URI.',
      single:
        'Ein einzelner Server lässt sich nur sichern, während Foyer steht. Bei einem Replica-Set läuft Foyer dabei weiter.',
      'replica-set':
        'Das Replica-Set lässt sich sichern, während Foyer läuft. Ob Sie es tun, sieht Foyer nicht. Proben Sie eine Wiederherstellung.',
      sharded:
        'Der Sharded Cluster lässt sich sichern, während Foyer läuft. Ob Sie es tun, sieht Foyer nicht. Proben Sie eine Wiederherstellung.',
    },
    restoreOpen:
      'Eine Sicherung wurde eingespielt, und Anmeldungen von davor gelten noch. Beenden Sie sie: foyer-server data end-issued',
    webhookDone: (count) =>
      plural(count, {
        one: 'Ein Endpunkt empfängt Ereignisse.',
        other: `${count} Endpunkte empfangen Ereignisse.`,
      }),
    webhookOpen: 'Kein Endpunkt ist eingeschaltet, also erfährt keine Anwendung von Änderungen.',
    webhookBroken: (count) =>
      plural(count, { one: 'Ein Endpunkt ist gestört.', other: `${count} Endpunkte sind gestört.` }),
    proxyDone: 'Der Zugang läuft über HTTPS, und der Proxy gibt die Adressen der Aufrufer weiter.',
    proxies: {
      'plain-http':
        'Dieser Server ist über einfaches HTTP erreichbar. Stellen Sie einen Proxy mit HTTPS davor, und setzen Sie APP_ORIGIN.',
      'not-trusted':
        'Diese Anfrage kommt über einen Proxy, und TRUST_PROXY ist aus. So haben alle die Adresse des Proxys und teilen sich seine Grenzen.',
      'no-header':
        'Diese Anfrage hat keinen Header X-Forwarded-For. Der Proxy muss ihn senden, und TRUST_PROXY muss den Proxy nennen.',
      'too-many-trusted':
        'Diese Anfrage kam über weniger Proxys, als TRUST_PROXY sagt. So kann ein Aufrufer wählen, welche Adresse Foyer sieht.',
      'unknown-sender': 'Diese Anfrage kommt über einen Proxy, dessen Adresse TRUST_PROXY nicht nennt.',
    },
    readMore: 'Mehr in',
    seeFailedJobs: 'Fehlgeschlagene Aufträge ansehen',
    seeSettings: 'Einstellungen ansehen',
    seeAdministrators: 'Administratoren ansehen',
    seeWebhooks: 'Webhooks ansehen',
    sendTest: 'Mir eine Testmail senden',
    sentTo: (to) => `Der Mailserver hat die Mail an ${to} angenommen. Sehen Sie in Ihr Postfach.`,
    sentToOutbox: (to) => `Die Mail an ${to} liegt im Postausgang dieses Servers: /dev/outbox`,
    testFailed: 'Der Mailserver hat die Mail nicht angenommen',
    noAddress: 'Ihr Konto hat keine bestätigte E-Mail-Adresse, also wurde nichts gesendet.',
  },

  settings: {
    title: 'Einstellungen',
    hint: 'Sie stammen aus der Umgebung und der Datei .env. Eine Änderung gilt nach einem Neustart.',
    providers: 'Identitätsanbieter',
    noProviders: 'Es gibt keinen Identitätsanbieter.',
    name: 'Name',
    id: 'ID',
    issuer: 'Aussteller',
    domains: 'E-Mail-Domains',
    remarks: 'Anmerkungen',
    isDemo: 'Demo',
    isFound: 'Über eine Adresse gefunden',
    trustsEmail: 'Seinen Adressen wird vertraut',
    otherMethods: 'Weitere Anmeldemethoden',
    methods: {
      email: 'Link oder Code per E-Mail',
      password: 'Passwort',
      passkey: 'Passkey',
      phone: 'Code per SMS',
    },
    groups: {
      serving: 'Wo Foyer antwortet',
      brand: 'Marke',
      storage: 'Was Foyer speichert',
      messages: 'Mail und SMS',
      webhooks: 'Webhooks',
      'sign-in': 'Anmeldung',
    },
    set: 'Gesetzt',
    showNotSet: (count) =>
      plural(count, {
        one: 'Eine nicht gesetzte Einstellung zeigen',
        other: `${count} nicht gesetzte Einstellungen zeigen`,
      }),
  },
};
