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
};
