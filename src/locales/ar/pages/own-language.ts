import type { PageTexts } from '../../texts.ts';

export const ownLanguage: PageTexts['ownLanguage'] = {
  hint: 'لغة هذه الصفحات والرسائل التي تصلك.',
  change: 'تغيير اللغة',
  saved: 'تم حفظ لغتك.',
};
