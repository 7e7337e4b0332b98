import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { ACCOUNT_ERRORS } from '../../../shared/errors/account.ts';

export const ARABIC_ACCOUNT_ERRORS: Readonly<Record<keyof typeof ACCOUNT_ERRORS, ErrorWords>> = {
  LAST_SIGN_IN_METHOD: {
    title: 'خطأ',
    message: 'هذه طريقتك الوحيدة لتسجيل الدخول. أضف طريقة أخرى أولاً.',
    hint: 'اربط حسابًا آخر، ثم أزل هذا الحساب.',
  },
  ACCOUNT_BELONGS_TO_OTHER: {
    title: 'خطأ',
    message: 'هذا الحساب مرتبط هنا بمستخدم آخر.',
    hint: 'سجّل الدخول به للوصول إلى ذلك المستخدم وأزله هناك، أو اربط حسابًا مختلفًا.',
  },
  LINK_EXPIRED: {
    title: 'تعذّر تسجيل الدخول',
    message: 'طلب ربط الحساب هذا اكتمل من قبل أو انتهت صلاحيته.',
    hint: 'ابدأ من جديد لدى المزوّد.',
  },
  LINK_CHANGED: {
    title: 'خطأ',
    message: 'الحساب الذي ينتظر الربط ليس الحساب الذي عُرض عليك.',
    hint: 'راجع الحساب مرة أخرى قبل ربطه.',
  },
  WORDS_DIFFER: {
    title: 'خطأ',
    message: 'هذه ليست الكلمات المطلوب كتابتها.',
    hint: 'اكتبها كما هي معروضة دون أي إضافة. لم يُحذف شيء.',
  },
};
