import type { PasskeyPagesTexts } from '../../texts.ts';

export const passkeyPages: PasskeyPagesTexts = {
  passkeySignIn: {
    cancelled: 'لم يُستخدم أي مفتاح مرور. حاول مجددًا، أو سجّل الدخول بطريقة أخرى.',
    failed: 'تعذّر على هذا المتصفح استخدام مفتاح مرور هنا. سجّل الدخول بطريقة أخرى.',
  },
};
