import type { PasskeyPagesTexts } from '../../texts.ts';

export const passkeyPages: PasskeyPagesTexts = {
  passkeySignIn: {
    signIn: 'تسجيل الدخول بمفتاح مرور',
    cancelled: 'لم يُستخدم أي مفتاح مرور. حاول مجددًا، أو سجّل الدخول بطريقة أخرى.',
    failed: 'تعذّر على هذا المتصفح استخدام مفتاح مرور هنا. سجّل الدخول بطريقة أخرى.',
    signUp: 'إنشاء حساب بمفتاح مرور',
  },
};
