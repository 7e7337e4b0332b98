import type { PageTexts } from '../../texts.ts';

export const ownLanguage: PageTexts['ownLanguage'] = {
  hint: 'Für diese Seiten und für die Mails, die Sie bekommen.',
  change: 'Sprache ändern',
  saved: 'Ihre Sprache ist gespeichert.',
};
