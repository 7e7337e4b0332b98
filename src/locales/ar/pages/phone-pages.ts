import type { PhonePagesTexts } from '../../texts.ts';

export const phonePages: PhonePagesTexts = {
  phoneSignIn: {
    title: 'تسجيل الدخول بالهاتف',
    intro: 'نرسل رمزًا إلى رقم الهاتف الذي أكّدته في حسابك.',
    country: 'البلد',
    chooseCountry: 'اختر بلدًا',
    number: 'رقم الهاتف',
    missing: 'أدخل رقم هاتفك.',
    sendCode: 'إرسال رمز',
    otherWay: 'تسجيل الدخول بطريقة أخرى',
    codeTitle: 'تحقق من هاتفك',
    sent: 'أرسلنا رمزًا إلى {}.',
    noMessage: 'لم تصلك رسالة؟ لا تصل إلا إلى رقم مؤكَّد في أحد الحسابات.',
    useAnotherNumber: 'استخدام رقم آخر',
  },
};
