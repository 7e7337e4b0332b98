import type { PageTexts } from '../../texts.ts';

export const language: PageTexts['language'] = {
  label: 'Sprache',
  hint: 'Für diese Seiten und für die Mails, die Sie bekommen.',
  change: 'Sprache ändern',
  saved: 'Ihre Sprache ist gespeichert.',
  failed: 'Diese Sprache konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
};
