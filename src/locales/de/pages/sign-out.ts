import type { PageTexts } from '../../texts.ts';

export const signOut: PageTexts['signOut'] = {
  title: 'Abmelden',
  question: 'Möchten Sie sich wirklich abmelden?',
  signedInAs: (email) => `Sie sind als ${email} angemeldet.`,
  signOut: 'Abmelden',
  stay: 'Angemeldet bleiben',
  doneTitle: 'Abgemeldet',
  done: 'Sie sind bereits abgemeldet.',
};
