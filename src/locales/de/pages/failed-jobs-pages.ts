import type { FailedJobsPagesTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const failedJobsPages: FailedJobsPagesTexts = {
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
};
