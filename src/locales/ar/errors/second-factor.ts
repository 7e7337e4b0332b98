import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SECOND_FACTOR_ERRORS } from '../../../shared/errors/second-factor.ts';

export const ARABIC_SECOND_FACTOR_ERRORS: Readonly<Record<keyof typeof SECOND_FACTOR_ERRORS, ErrorWords>> = {
  SECOND_FACTOR_REQUIRED: {
    title: 'خطأ',
    message: 'يحتاج هذا إلى الخطوة الثانية.',
    hint: 'أكّد هويتك بتطبيق المصادقة أو بمفتاح مرور أو برمز استرداد.',
  },
  SECOND_FACTOR_INVALID: {
    title: 'تعذّر تسجيل الدخول',
    message: 'هذا الرمز غير صحيح، أو استُخدم من قبل.',
    hint: 'انتظر الرمز التالي في تطبيقك، أو استخدم رمز استرداد لم تستخدمه بعد.',
  },
  SIGN_IN_EXPIRED: {
    title: 'تعذّر تسجيل الدخول',
    message: 'استغرق تسجيل الدخول هذا وقتًا طويلًا، أو كانت رموز كثيرة غير صحيحة.',
    hint: 'سجّل الدخول مجددًا.',
  },
  TOTP_ENROLMENT_EXPIRED: {
    title: 'خطأ',
    message: 'استغرق هذا الإعداد وقتًا طويلًا.',
    hint: 'ابدأ من جديد برمز QR جديد.',
  },
  TOTP_CODE_WRONG: {
    title: 'خطأ',
    message: 'ليس هذا هو الرمز الذي يعرضه التطبيق الآن.',
    hint: 'تحقق من أن التطبيق مسح رمز QR هذا، ومن أن ساعة هاتفك صحيحة.',
  },
  TOO_MANY_AUTHENTICATOR_APPS: {
    title: 'خطأ',
    message: 'لديك أقصى عدد مسموح به من تطبيقات المصادقة.',
    hint: 'أزل تطبيقًا لم تعد تستخدمه.',
  },
  SECOND_FACTOR_OFF: {
    title: 'خطأ',
    message: 'لا يوفر هذا الموقع التحقق بخطوتين.',
    hint: 'اسأل مشغّل هذا الموقع.',
  },
  LAST_SECOND_FACTOR: {
    title: 'خطأ',
    message: 'يتطلب هذا الموقع خطوة ثانية، وهذه خطوتك الوحيدة.',
    hint: 'أضف خطوة أخرى أولًا.',
  },
  REMOVAL_LINK_INVALID: {
    title: 'خطأ',
    message: 'لم يعد هذا الرابط، الذي يُبقي التحقق بخطوتين مفعّلًا، يعمل.',
    hint: 'استُخدم من قبل، أو انقضت 24 ساعة. سجّل الدخول وراجع نشاطك.',
  },
};
