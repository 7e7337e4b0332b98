import type { ErrorTexts } from '../../texts.ts';

export const goodbye: ErrorTexts['goodbye'] = {
  title: 'Ihr Konto ist gelöscht',
  text: 'Sie sind überall abgemeldet, und niemand kann sich bei diesem Konto mehr anmelden.',
  mail: (email) => `Eine Mail an ${email} bestätigt es.`,
  startPage: 'Zur Startseite',
};
