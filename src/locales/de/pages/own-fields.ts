import type { PageTexts } from '../../texts.ts';

export const ownFields: PageTexts['ownFields'] = {
  yes: 'Ja',
  no: 'Nein',
  choose: 'Auswählen',
  change: (field) => `${field} ändern`,
  saved: (field) => `${field} ist gespeichert.`,
  removed: (field) => `${field} ist entfernt.`,
};
