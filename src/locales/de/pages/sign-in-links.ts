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

export const resetLink: PageTexts['resetLink'] = {
  title: 'Neues Passwort wählen',
  forAddress: 'Für {}. Danach sind Sie überall abgemeldet und melden sich mit dem neuen Passwort an.',
  set: 'Neues Passwort festlegen',
  doneTitle: 'Ihr neues Passwort ist festgelegt',
  done: 'Sie wurden überall abgemeldet. Melden Sie sich mit dem neuen Passwort an.',
  deadTitle: 'Dieser Link gilt nicht mehr',
  newLink: 'Neuen Link anfordern',
};
