import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PHONE_ERRORS } from '../../../shared/errors/phone.ts';

export const ARABIC_PHONE_ERRORS: Readonly<Record<keyof typeof PHONE_ERRORS, ErrorWords>> = {
  PHONE_TOO_SHORT: {
    title: 'خطأ',
    message: 'هذا الرقم قصير جدًا.',
    hint: 'تأكد من عدم نقص أي خانة.',
  },
  PHONE_TOO_LONG: {
    title: 'خطأ',
    message: 'هذا الرقم طويل جدًا.',
    hint: 'تأكد من عدم تكرار أي خانة.',
  },
  PHONE_NOT_A_NUMBER: {
    title: 'خطأ',
    message: 'هذا ليس رقم هاتف.',
    hint: 'أدخله كما تطلبه من هاتفك، دون حروف.',
  },
  PHONE_INVALID_COUNTRY: {
    title: 'خطأ',
    message: 'بلد هذا الرقم غير معروف.',
    hint: 'اختر البلد، أو ابدأ بعلامة الجمع + ثم رمز الاتصال الدولي.',
  },
  PHONE_NOT_ALLOWED: {
    title: 'خطأ',
    message: 'لا يمكن استخدام هذا الرقم هنا.',
    hint: 'استخدم رقمًا خاصًا بك يستقبل الرسائل النصية.',
  },
  PHONE_SEND_FAILED: {
    title: 'خطأ',
    message: 'تعذّر إرسال الرسالة النصية.',
    hint: 'تحقق من الرقم، ثم حاول مرة أخرى بعد فترة.',
  },
};
