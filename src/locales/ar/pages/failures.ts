import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { ARABIC_FIRST_ERRORS } from '../errors/first-page.ts';

export const firstErrors: PageTexts['firstErrors'] = ARABIC_FIRST_ERRORS;

export const failures: PageTexts['failures'] = {
  waitSeconds: (seconds) => `يمكنك المحاولة مرة أخرى بعد ${seconds} ث.`,
  waitMinutes: (minutes) => `يمكنك المحاولة مرة أخرى بعد ${minutes} د.`,
  waitIsOver: 'يمكنك المحاولة مرة أخرى الآن.',
  details: 'التفاصيل',
  code: (code) => `الرمز: ${isolate(code)}`,
  request: (id) => `الطلب: ${isolate(id)}`,
  inAMoment: 'حاول مرة أخرى بعد قليل.',
  unknownTitle: 'خطأ',
  unknown: 'حدث خطأ لا تعرف هذه الصفحة سببه. لم يتغير شيء في حسابك.',
  notFoundTitle: 'الصفحة غير موجودة',
  crashHint: 'أعد تحميل الصفحة. إذا تكرر الخطأ، فاذكر رمزه.',
  loadAgain: 'إعادة تحميل الصفحة',
  goHome: 'الانتقال إلى صفحة البداية',
};
