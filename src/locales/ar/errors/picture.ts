import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PICTURE_ERRORS } from '../../../shared/errors/picture.ts';

export const ARABIC_PICTURE_ERRORS: Readonly<Record<keyof typeof PICTURE_ERRORS, ErrorWords>> = {
  PICTURE_TOO_LARGE: {
    title: 'خطأ',
    message: 'هذه الصورة كبيرة جدًا.',
    hint: 'اختر صورة لا تتجاوز 2 ميغابايت و24 ميغابكسل.',
  },
  PICTURE_UNSUPPORTED: {
    title: 'خطأ',
    message: 'هذه ليست صورة يمكن استخدامها هنا.',
    hint: 'اختر ملف PNG أو JPEG أو WebP.',
  },
  PICTURE_UNREADABLE: {
    title: 'خطأ',
    message: 'هذه الصورة تالفة أو غير مكتملة.',
    hint: 'تأكد من أنها تُفتح على جهازك، أو اختر صورة أخرى.',
  },
  PICTURE_NOT_FETCHED: {
    title: 'خطأ',
    message: 'تعذّر جلب الصورة من المزوّد.',
    hint: 'حاول مرة أخرى بعد فترة، أو حمّل صورة بدلاً منها.',
  },
};
