import type { PageTexts } from '../../texts.ts';

export const signUp: PageTexts['signUp'] = {
  title: 'Konto erstellen',
  name: 'Name (optional)',
  create: 'Konto erstellen',
  haveOne: 'Haben Sie schon ein Konto?',
  /** Each `{}` is a link. */
  agreeToBoth: 'Mit dem Konto stimmen Sie den {} und der {} zu.',
  agreeToTerms: 'Mit dem Konto stimmen Sie den {} zu.',
  agreeToPrivacy: 'Mit dem Konto stimmen Sie der {} zu.',
  privacy: 'Datenschutzerklärung',
};
