import type { PageTexts } from '../../texts.ts';

export const language: PageTexts['language'] = {
  label: 'اللغة',
  hint: 'لغة هذه الصفحات والرسائل التي تصلك.',
  change: 'تغيير اللغة',
  saved: 'تم حفظ لغتك.',
  failed: 'تعذّر تحميل هذه اللغة. حاول مرة أخرى بعد قليل.',
};
