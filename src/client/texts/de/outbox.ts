import type { Texts } from '../texts.ts';

export const outbox: Texts['outbox'] = {
  title: 'Postausgang',
  hint: 'Mails und SMS werden von hier nicht verschickt; sie werden für Sie zum Lesen aufbewahrt. Die Liste erneuert sich von selbst.',
  trouble: 'Der Postausgang lässt sich gerade nicht lesen. Es wird von selbst noch einmal versucht.',
  none: 'Auf diesem Server gibt es keinen Postausgang.',
  elsewhere: 'Der Postausgang wird nur auf dem Rechner gezeigt, auf dem dieser Server läuft.',
  empty: 'Noch nichts. Fordern Sie einen Anmeldelink an, dann erscheint er hier.',
  messages: 'Nachrichten',
  mail: 'E-Mail',
  textMessage: 'SMS',
  openLink: 'Link öffnen',
  asText: 'Als reinen Text zeigen',
  asHtml: 'Als HTML zeigen',
  messageAsHtml: 'Die Nachricht als HTML',
  copyCode: 'Code kopieren',
  copied: 'Kopiert',
  messageId: (id) => `Message-ID: ${id}`,
};
