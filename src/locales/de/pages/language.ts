import type { PageTexts } from '../../texts.ts';

export const language: PageTexts['language'] = {
  label: 'Sprache',
  failed: 'Diese Sprache konnte nicht geladen werden. Versuchen Sie es gleich noch einmal.',
};
