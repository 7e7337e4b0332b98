import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { ACCESS_TOKEN_ERRORS } from '../../../shared/errors/access-token.ts';

export const ARABIC_ACCESS_TOKEN_ERRORS: Readonly<Record<keyof typeof ACCESS_TOKEN_ERRORS, ErrorWords>> = {
  ACCESS_TOKEN_INVALID: {
    title: 'تعذّر تسجيل الدخول',
    message: 'رمز الوصول هذا غير صالح.',
    hint: 'قد يكون مكتوبًا بشكل خاطئ أو منتهي الصلاحية أو مُبطَلاً. أنشئ رمزًا جديدًا في حسابك.',
  },
  ACCESS_TOKEN_REFUSED: {
    title: 'تم رفض الوصول',
    message: 'لا يمكن إجراء ذلك باستخدام رمز وصول.',
    hint: 'سجّل الدخول في متصفح ونفّذ ذلك هناك.',
  },
  SCOPE_MISSING: {
    title: 'تم رفض الوصول',
    message: 'لا يملك رمز الوصول هذا صلاحية القيام بذلك.',
    hint: 'أنشئ رمزًا يتضمن الصلاحية المذكورة.',
  },
  TOO_MANY_ACCESS_TOKENS: {
    title: 'خطأ',
    message: 'لقد بلغت الحد الأقصى لعدد رموز الوصول.',
    hint: 'أبطل رمزًا لم تعد بحاجة إليه.',
  },
};
