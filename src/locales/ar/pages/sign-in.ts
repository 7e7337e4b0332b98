import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const signIn: PageTexts['signIn'] = {
  title: 'تسجيل الدخول',
  submit: 'تسجيل الدخول',
  emailAddress: 'عنوان البريد الإلكتروني',
  missingEmail: 'أدخل عنوان بريدك الإلكتروني.',
  missingPassword: 'أدخل كلمة مرورك، أو اطلب رابطًا يُرسل إلى بريدك.',
  forgot: 'هل نسيت كلمة المرور؟',
  forgotShort: 'نسيتها؟',
  mailLink: 'إرسال رابط إلى بريدي',
  lastUsed: 'آخر استخدام',
  signInWith: (provider) => `تسجيل الدخول باستخدام ${isolate(provider)}`,
  noWayTitle: 'لا توجد طريقة لتسجيل الدخول بعد',
  noWay: 'لم تُعَدّ هنا أي طريقة لتسجيل الدخول. يمكن لمشغّلي هذا الموقع إضافة طريقة.',
  byPhone: 'استخدم هاتفك',
  newHere: 'هل أنت جديد هنا؟',
  createAccount: 'إنشاء حساب',
};
