import type { PageTexts } from '../../texts.ts';

export const outbox: PageTexts['outbox'] = {
  title: 'Postausgang',
  hint: 'Dieser Server verschickt keine Mails und SMS. Er bewahrt sie hier für Sie zum Lesen auf. Die Liste aktualisiert sich von selbst.',
  trouble: 'Der Postausgang lässt sich gerade nicht lesen. Diese Seite versucht es von selbst noch einmal.',
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
