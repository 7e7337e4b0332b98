import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { PASSKEY_ERRORS } from '../../../shared/errors/passkey.ts';

export const ARABIC_PASSKEY_ERRORS: Readonly<Record<keyof typeof PASSKEY_ERRORS, ErrorWords>> = {
  PASSKEY_INVALID: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تعذّر التحقق من مفتاح المرور هذا.',
    hint: 'حاول مجددًا، أو سجّل الدخول بطريقة أخرى.',
  },
  PASSKEY_UNKNOWN: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لم يعد مفتاح المرور هذا تابعًا لأي حساب هنا.',
    hint: 'سجّل الدخول بطريقة أخرى، واحذفه من حيث تُحفظ مفاتيح مرورك.',
  },
  PASSKEY_OTHER_HOST: {
    title: 'تعذّر تسجيل الدخول',
    message: 'أُنشئ مفتاح المرور هذا لعنوان سابق لهذا الموقع، ولا يعمل هنا.',
    hint: 'سجّل الدخول بطريقة أخرى، وأنشئ مفتاح مرور جديدًا.',
  },
  PASSKEY_EXISTS: {
    title: 'خطأ',
    message: 'مفتاح المرور هذا مستخدم بالفعل.',
    hint: 'سجّل الدخول به، أو أنشئ مفتاحًا آخر.',
  },
  TOO_MANY_PASSKEYS: {
    title: 'خطأ',
    message: 'لديك أقصى عدد مسموح به من مفاتيح المرور.',
    hint: 'أزل مفتاحًا لم تعد تستخدمه.',
  },
};
