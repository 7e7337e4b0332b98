import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SIGN_IN_ERRORS } from '../../../shared/errors/sign-in.ts';

export const ARABIC_SIGN_IN_ERRORS: Readonly<Record<keyof typeof SIGN_IN_ERRORS, ErrorWords>> = {
  CODE_INVALID: {
    title: 'تعذّر تسجيل الدخول',
    message: 'هذا الرمز غير صحيح.',
    hint: 'تحقق من الأرقام الستة في أحدث رسالة.',
  },
  CODE_DEAD: {
    title: 'تعذّر تسجيل الدخول',
    message: 'أُدخل هذا الرمز بشكل خاطئ مرات كثيرة ولم يعد صالحًا.',
    hint: 'اطلب رمزًا جديدًا، أو استخدم الرابط إن وُجد معه.',
  },
  CODE_OTHER_BROWSER: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لم يُطلب هذا الرمز من هذا المتصفح.',
    hint: 'أدخل الرمز في المتصفح الذي طلبته منه، أو افتح الرابط الوارد في الرسالة، أو اطلب رمزًا جديدًا هنا.',
  },
  PROOF_OF_WORK_REQUIRED: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تصل الآن طلبات كثيرة من أجهزة غير معروفة، لذلك يجب فحص جهازك أولاً.',
    hint: 'يجري المتصفح الذي يشغّل البرامج النصية هذا الفحص تلقائيًا. دونها، استخدم طريقة أخرى لتسجيل الدخول، أو عُد بعد بضع دقائق.',
  },
};
