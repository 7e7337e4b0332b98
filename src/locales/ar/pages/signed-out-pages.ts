import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';
import type { SignedOutPagesTexts } from '../../texts.ts';

export const signedOutPages: SignedOutPagesTexts = {
  checkEmail: {
    title: 'تحقق من بريدك الإلكتروني',
    sent: 'أرسلنا رابط تسجيل الدخول ورمزًا إلى {}.',
    thisBrowser: 'تابع في هذا المتصفح: كلمة مرورك محفوظة هنا فقط.',
  },

  codes: {
    checkingBrowser: 'جارٍ فحص متصفحك…',
    incomplete: (digits) =>
      plural(digits, {
        zero: 'أدخل الرمز.',
        one: 'أدخل رقمًا واحدًا.',
        two: 'أدخل الرقمين.',
        few: `أدخل الأرقام كلها، وعددها ${digits}.`,
        many: `أدخل الأرقام كلها، وعددها ${digits}.`,
        other: `أدخل الأرقام كلها، وعددها ${digits}.`,
      }),
    fromMail: 'الرمز من رسالة البريد',
    fromText: 'الرمز من الرسالة النصية',
    mailOnItsWay: 'رسالة بريد تتضمن رمزًا في طريقها إلى {}.',
    textOnItsWay: 'رسالة نصية تتضمن رمزًا في طريقها إلى {}.',
    sendAgain: 'إعادة الإرسال',
    sendNew: 'إرسال رمز جديد',
    waiting: (action, seconds) => `${action} بعد ${seconds} ث`,
    newMail: 'رسالة جديدة في طريقها إليك. لم تعد الروابط والرموز الأقدم صالحة.',
    newCode: 'رمز جديد في طريقه إليك. لم تعد الرموز الأقدم صالحة.',
    sendTo: (address) => `إرسال رمز إلى ${isolate(address)}`,
    demo: 'هذا عرض توضيحي لا يرسل أي رسائل: اقرأها في {}.',
    theOutbox: 'صندوق الصادر',
  },

  resetPassword: {
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
  },

  signUp: {
    title: 'إنشاء حساب',
    name: 'الاسم (اختياري)',
    create: 'إنشاء الحساب',
    haveOne: 'هل لديك حساب؟',
    byPasskey: 'إنشاء حساب بمفتاح مرور',
    agreeToBoth: 'بإنشاء حساب فإنك توافق على {} و{}.',
    agreeToTerms: 'بإنشاء حساب فإنك توافق على {}.',
    agreeToPrivacy: 'بإنشاء حساب فإنك توافق على {}.',
    privacy: 'سياسة الخصوصية',
  },
};
