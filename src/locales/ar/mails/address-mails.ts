import { isolate } from '../../isolate.ts';
import type { MailTexts } from '../../texts.ts';

export const addressMails: Pick<MailTexts, 'confirmEmail' | 'addressTaken' | 'undoChange'> = {
  confirmEmail: {
    title: (site) => `تأكيد عنوانك لدى ${isolate(site)}`,
    lead: (site) =>
      `يريد شخص ما، ونأمل أن يكون أنت، استخدام هذا العنوان لحسابه لدى ${isolate(site)}. يعمل الرابط حيث سجّلت الدخول بذلك الحساب. وفي أي مكان آخر، أدخل الرمز في الصفحة التي أُدخل فيها العنوان.`,
    button: 'مراجعة وتأكيد',
    ignore: 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لن يحدث شيء لعنوانك. لا تشارك الرمز مع أي شخص.',
  },
  addressTaken: {
    title: (site) => `أراد شخص ما استخدام عنوانك لدى ${isolate(site)}`,
    sentences: [
      'أراد إضافته إلى حساب غير حسابك. لم يتغير شيء، ولم يعرف أن لديك حسابًا.',
      'إن كنت أنت، فسجّل الدخول إلى الحساب بهذا العنوان، أو غيّر عنوانه أولاً. وإلا فلا حاجة إلى أي إجراء.',
    ],
    button: (site) => `الانتقال إلى ${isolate(site)}`,
  },
  undoChange: 'لم أكن أنا، تراجع عن ذلك',
};
