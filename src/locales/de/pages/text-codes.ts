import type { PageTexts } from '../../texts.ts';

export const textCodes: PageTexts['textCodes'] = {
  title: 'Nicht bestätigt',
  codeInvalid: 'Prüfen Sie die sechs Ziffern in der neuesten SMS.',
  codeDead: 'Fordern Sie einen neuen an.',
  codeOtherBrowser:
    'Geben Sie ihn in dem Browser ein, in dem Sie ihn angefordert haben, oder fordern Sie hier einen neuen an.',
};
