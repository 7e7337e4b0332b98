import type { PageTexts } from '../../texts.ts';

export const language: PageTexts['language'] = {
  label: 'اللغة',
  failed: 'تعذّر تحميل هذه اللغة. حاول مرة أخرى بعد قليل.',
};
