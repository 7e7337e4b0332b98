import type { Texts } from '../texts.ts';

export const language: Texts['language'] = {
  label: 'Sprache',
  hint: 'Dieser Seiten und der Mails, die Sie bekommen.',
  failed: 'Diese Sprache konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
};
