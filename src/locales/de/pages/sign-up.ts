import type { PageTexts } from '../../texts.ts';

export const signUp: PageTexts['signUp'] = {
  title: 'Konto erstellen',
  name: 'Name',
  missingName: 'Geben Sie Ihren Namen ein.',
  create: 'Konto erstellen',
  haveOne: 'Haben Sie schon ein Konto?',
};
