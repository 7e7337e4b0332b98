import type { PageTexts } from '../../texts.ts';

export const signUp: PageTexts['signUp'] = {
  title: 'إنشاء حساب',
  name: 'الاسم (اختياري)',
  create: 'إنشاء الحساب',
  haveOne: 'هل لديك حساب؟',
  agreeToBoth: 'بإنشاء حساب فإنك توافق على {} و{}.',
  agreeToTerms: 'بإنشاء حساب فإنك توافق على {}.',
  agreeToPrivacy: 'بإنشاء حساب فإنك توافق على {}.',
  privacy: 'سياسة الخصوصية',
};
