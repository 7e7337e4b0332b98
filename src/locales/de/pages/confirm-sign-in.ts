import type { PageTexts } from '../../texts.ts';

export const confirmSignIn: PageTexts['confirmSignIn'] = {
  title: (email) => `Als ${email} fortfahren?`,
  intro: (host) =>
    `Sie melden sich bei ${host} an. Wenn Sie das nicht wollten, schließen Sie die Seite, und es geschieht nichts.`,
  confirm: 'Fortfahren',
  signedInAlready: 'Sie sind bereits angemeldet.',
  signedInAlreadyAs: (email) => `Sie sind bereits als ${email} angemeldet.`,
  toAccount: 'Zu Ihrem Konto',
  newLink: 'Neuen Link anfordern',
};
