import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { EMAIL_ERRORS } from '../../../shared/errors/email.ts';

export const ARABIC_EMAIL_ERRORS: Readonly<Record<keyof typeof EMAIL_ERRORS, ErrorWords>> = {
  EMAIL_LINK_INVALID: {
    title: 'خطأ',
    message: 'لا يؤكد هذا الرابط أي عنوان لحسابك.',
    hint: 'ربما استُخدم من قبل، أو مضى عليه أكثر من يوم، أو طلبت رابطًا أحدث، أو سجّلت الدخول بحساب آخر.',
  },
  EMAIL_TAKEN: {
    title: 'خطأ',
    message: 'هذا العنوان يخص حسابًا آخر هنا.',
    hint: 'استخدم عنوانًا آخر، أو سجّل الدخول به للوصول إلى ذلك الحساب.',
  },
  EMAIL_UNDO_INVALID: {
    title: 'خطأ',
    message: 'لم يعد رابط استعادة العنوان هذا صالحًا.',
    hint: 'ربما استُخدم من قبل، أو مضى عليه أكثر من سبعة أيام، أو حُذف الحساب.',
  },
  EMAIL_KEPT: {
    title: 'تعذّر تسجيل الدخول',
    message: 'استُبدل هذا العنوان قبل أقل من سبعة أيام، وهو محجوز لحسابه.',
    hint: 'سجّل الدخول بالعنوان الجديد. إن لم يكن لك، فاستخدم الرابط الوارد في الرسالة التي أبلغت بالتغيير.',
  },
};
