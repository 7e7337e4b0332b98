import type { webhookMails as english } from '../../en/mails/webhook-mails.ts';

export const webhookMails: typeof english = {
  webhookDisabled: {
    title: (name) => `Ein Webhook von ${name} wurde abgeschaltet`,
    gone: (host) =>
      `Der Endpunkt bei ${host} hat geantwortet, dass es ihn nicht mehr gibt (HTTP-Status 410).`,
    failing: (host, days) =>
      `Der Endpunkt bei ${host} hat ${days} Tage lang kein Ereignis angenommen, obwohl Foyer es immer wieder versucht hat.`,
    outcome: 'Foyer sendet ihm keine Ereignisse mehr, bis ihn jemand einschaltet.',
    advice:
      'Wenn der Endpunkt wieder arbeitet, schalten Sie ihn ein. Wartende Zustellungen werden dann gesendet. Die Seite des Endpunkts kann auch die Ereignisse der Zwischenzeit erneut senden.',
    button: 'Endpunkt ansehen',
  },
  webhookChanged: {
    title: (name) => `Ein Webhook von ${name} wurde geändert`,
    changes: {
      'webhook-created': (host) => `Ein Endpunkt bei ${host} wurde hinzugefügt. Er empfängt Ereignisse.`,
      'webhook-updated': (host) =>
        `Der Endpunkt bei ${host} wurde geändert: seine Adresse, seine Beschreibung oder seine Arten von Ereignissen.`,
      'webhook-enabled': (host) => `Der Endpunkt bei ${host} wurde eingeschaltet. Er empfängt Ereignisse.`,
      'webhook-disabled': (host) =>
        `Der Endpunkt bei ${host} wurde abgeschaltet. Er empfängt keine Ereignisse mehr.`,
      'webhook-secret-rotated': (host) => `Der Endpunkt bei ${host} hat ein neues Geheimnis bekommen.`,
      'webhook-deleted': (host) => `Der Endpunkt bei ${host} wurde gelöscht.`,
    },
    moved: (from, to) =>
      `Der Endpunkt bei ${from} ist nach ${to} umgezogen. Die Ereignisse gehen jetzt dorthin.`,
    actors: {
      administrator: 'Administrator',
      'service-key': 'Dienstschlüssel',
      server: 'Befehl auf dem Server',
    },
    by: (actor) => `Durch: ${actor}`,
    byNamed: (actor, name) => `Durch: ${name} (${actor})`,
    advice:
      'Wenn Sie von dieser Änderung nichts wissen, schalten Sie den Endpunkt ab und sehen Sie im Protokoll nach. Widerrufen Sie dann den Dienstschlüssel, oder melden Sie den Administrator ab.',
    button: 'Endpunkte ansehen',
  },
};
