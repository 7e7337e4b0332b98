/** Development only: messages that were not sent anywhere. */
export const outbox = {
  title: 'Outbox',
  hint: 'This server does not send mails and text messages. It keeps them here for you to read. The list updates by itself.',
  trouble: 'The outbox cannot be read right now. The page tries again automatically.',
  none: 'The outbox is not available on this server.',
  elsewhere: 'The outbox is shown only on the machine that runs this server.',
  empty: 'Nothing yet. Ask for a sign-in link, and it appears here.',
  messages: 'Messages',
  mail: 'Mail',
  textMessage: 'Text message',
  openLink: 'Open the link',
  asText: 'Show as plain text',
  asHtml: 'Show as HTML',
  messageAsHtml: 'The message as HTML',
  copyCode: 'Copy code',
  copied: 'Copied',
  /** The header's own name. */
  messageId: (id: string) => `Message-ID: ${id}`,
};
