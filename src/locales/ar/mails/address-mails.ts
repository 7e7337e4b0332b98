import { isolate } from '../../isolate.ts';
import type { MailTexts } from '../../texts.ts';

export const addressMails: Pick<MailTexts, 'confirmEmail' | 'addressTaken' | 'undoChange'> = {
  confirmEmail: {
    title: (name) => `تأكيد عنوانك لدى ${isolate(name)}`,
    lead: (name) =>
      `يريد شخص ما، ونأمل أن يكون أنت، استخدام هذا العنوان لحسابه لدى ${isolate(name)}. يعمل الرابط حيث سجّلت الدخول بذلك الحساب. وفي أي مكان آخر، أدخل الرمز في الصفحة التي أُدخل فيها العنوان.`,
    button: 'مراجعة وتأكيد',
    ignore: 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لن يحدث شيء لعنوانك. لا تشارك الرمز مع أي شخص.',
  },
  addressTaken: {
    title: (name) => `أراد شخص ما استخدام عنوانك لدى ${isolate(name)}`,
    sentences: [
      'أراد إضافته إلى حساب غير حسابك. لم يتغير شيء، ولم يعرف أن لديك حسابًا.',
      'إن كنت أنت، فسجّل الدخول إلى الحساب بهذا العنوان، أو غيّر عنوانه أولاً. وإلا فلا حاجة إلى أي إجراء.',
    ],
    button: (name) => `الانتقال إلى ${isolate(name)}`,
  },
  undoChange: 'لم أكن أنا، تراجع عن ذلك',
};
