import type { PageTexts } from '../../texts.ts';

export const needsScript: PageTexts['needsScript'] = {
  title: 'JavaScript متوقف',
  text: 'تحتاج هذه الصفحة إلى JavaScript. شغّله ثم أعد تحميل الصفحة.',
};
