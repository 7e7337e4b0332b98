import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PASSWORD_ERRORS } from '../../../shared/errors/password.ts';

export const ARABIC_PASSWORD_ERRORS: Readonly<Record<keyof typeof PASSWORD_ERRORS, ErrorWords>> = {
  PASSWORD_WRONG: {
    title: 'خطأ',
    message: 'كلمة المرور هذه ليست كلمة مرورك.',
    hint: 'تحقق منها وحاول مرة أخرى، أو اطلب رابطًا لاختيار كلمة مرور جديدة.',
  },
  PASSWORD_EXISTS: {
    title: 'خطأ',
    message: 'لديك كلمة مرور بالفعل.',
    hint: 'غيّرها بدلاً من ذلك. ستحتاج إلى كلمة مرورك الحالية.',
  },
  ADDRESS_REQUIRED: {
    title: 'خطأ',
    message: 'تُكتب كلمة المرور مع عنوان بريد إلكتروني، ولم تؤكد أي عنوان بعد.',
    hint: 'أكّد عنوان بريد إلكتروني أولاً.',
  },
  RESET_LINK_INVALID: {
    title: 'خطأ',
    message: 'لم يعد رابط اختيار كلمة مرور جديدة صالحًا.',
    hint: 'ربما استُخدم من قبل، أو استُخدم رابط آخر، أو مضت عليه أكثر من ساعة.',
  },
};
