import type { PageTexts } from '../../texts.ts';

export const signInErrors: PageTexts['signInErrors'] = {
  cancelled: 'Die Anmeldung beim Anbieter wurde abgebrochen. Es wurde nichts geändert.',
  failedTitle: 'Anmeldung nicht möglich',
  failed: 'Die Anmeldung ist nicht gelungen. Beginnen Sie unten noch einmal.',
  startAgainBelow: 'Beginnen Sie unten noch einmal.',
  newLinkBelow: 'Fordern Sie unten einen neuen Link an.',
  signInAgainBelow: 'Melden Sie sich unten neu an.',
};
