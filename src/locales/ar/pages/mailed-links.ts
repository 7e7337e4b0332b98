import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

export const checkEmail: PageTexts['checkEmail'] = {
  title: 'تحقق من بريدك الإلكتروني',
  sent: 'أرسلنا رابط تسجيل الدخول ورمزًا إلى {}.',
  thisBrowser: 'تابع في هذا المتصفح: كلمة مرورك محفوظة هنا فقط.',
};

export const resetPassword: PageTexts['resetPassword'] = {
  title: 'اختيار كلمة مرور جديدة',
  backToSignIn: 'العودة إلى تسجيل الدخول',
  intro: 'نرسل إليك رابطًا لاختيار كلمة مرور جديدة. يعمل ذلك أيضًا إن لم تكن لديك كلمة مرور هنا من قبل.',
  mailLink: 'أرسل إليّ الرابط',
  sent: (minutes) => {
    const works = (time: string) => `رسالة في طريقها إلى {}. يعمل رابطها مرة واحدة ${time}.`;
    return plural(minutes, {
      zero: works('لأقل من دقيقة'),
      one: works('لمدة دقيقة واحدة'),
      two: works('لمدة دقيقتين'),
      few: works(`لمدة ${minutes} دقائق`),
      many: works(`لمدة ${minutes} دقيقة`),
      other: works(`لمدة ${minutes} دقيقة`),
    });
  },
  newMail: 'رسالة جديدة في طريقها إليك. لم يعد الرابط الوارد في الرسالة الأقدم صالحًا.',
};
