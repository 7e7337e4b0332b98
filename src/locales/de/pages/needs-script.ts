import type { PageTexts } from '../../texts.ts';

export const needsScript: PageTexts['needsScript'] = {
  title: 'JavaScript ist ausgeschaltet',
  text: 'Diese Seite braucht JavaScript. Schalten Sie es ein und laden Sie die Seite neu.',
};
