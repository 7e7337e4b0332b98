import { isolate } from '../../isolate.ts';
import type { PageTexts } from '../../texts.ts';

export const confirmAddress: PageTexts['confirmAddress'] = {
  title: 'تأكيد عنوانك',
  intro: (provider) => `يقول ${isolate(provider)} إن {} عنوانك. أكّده برمز لربط هذا الحساب:`,
  send: 'أرسل إليّ رمزًا',
  confirm: (provider) => `تأكيد وربط ${isolate(provider)}`,
  without: 'المتابعة دون هذا العنوان',
  withoutHint: (provider) => `سيكون ${isolate(provider)} عندئذٍ طريقتك الوحيدة لتسجيل الدخول هنا.`,
  overTitle: 'ابدأ من جديد',
};
