import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { DEVICE_ERRORS } from '../../../shared/errors/device.ts';

export const ARABIC_DEVICE_ERRORS: Readonly<Record<keyof typeof DEVICE_ERRORS, ErrorWords>> = {
  AUTHORIZATION_PENDING: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لم يُسمح لهذا الجهاز ولم يُرفض بعد.',
    hint: 'اسأل مرة أخرى بعد عدد الثواني المذكور في `retryAfter`.',
  },
  SLOW_DOWN: {
    title: 'تعذّر تسجيل الدخول',
    message: 'سأل الجهاز مرة أخرى قبل الأوان.',
    hint: 'انتظر عدد الثواني المذكور في `retryAfter`، وقد زاد الآن.',
  },
  AUTHORIZATION_DENIED: {
    title: 'تم رفض الوصول',
    message: 'تم رفض هذا الجهاز.',
    hint: 'إن كان ذلك عن طريق الخطأ، فابدأ من جديد.',
  },
  DEVICE_CODE_EXPIRED: {
    title: 'تعذّر تسجيل الدخول',
    message: 'انتهت صلاحية عملية تسجيل الدخول هذه، أو سبق استلام رمز الوصول الخاص بها.',
    hint: 'ابدأ من جديد.',
  },
  USER_CODE_INVALID: {
    title: 'خطأ',
    message: 'لا يوجد جهاز ينتظر بهذا الرمز.',
    hint: 'قارنه بالرمز الذي يعرضه الجهاز. يعمل الرمز مرة واحدة لمدة عشر دقائق.',
  },
};
