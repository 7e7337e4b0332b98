import type { PageTexts } from '../../texts.ts';

export const sessionEnded: PageTexts['sessionEnded'] = {
  title: 'Sie wurden abgemeldet',
  here: 'Sie haben sich in einem anderen Tab dieses Browsers abgemeldet. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
  elsewhere:
    'Diese Sitzung wurde von einem anderen Gerät aus beendet oder ist abgelaufen. Melden Sie sich an, um dort weiterzumachen, wo Sie waren.',
};
