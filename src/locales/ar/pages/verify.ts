import type { PageTexts } from '../../texts.ts';

export const verify: PageTexts['verify'] = {
  title: 'تأكيد هويتك',
  why: 'مضى وقت على تسجيل دخولك. أكّد أنك ما زلت أنت، ثم تابع من حيث كنت.',
  notVerified: 'لم يتم التأكيد',
  noWay: 'لا توجد طريقة لتأكيد هويتك هنا. سجّل الخروج ثم سجّل الدخول مجددًا.',
  signOut: 'تسجيل الخروج',
  verify: 'تأكيد',
  sendToPhone: 'إرسال رمز إلى هاتفي',
};
