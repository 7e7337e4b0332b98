import type { PageTexts } from '../../texts.ts';

export const signUp: PageTexts['signUp'] = {
  title: 'إنشاء حساب',
  name: 'الاسم',
  missingName: 'أدخل اسمك.',
  create: 'إنشاء الحساب',
  haveOne: 'هل لديك حساب؟',
};
