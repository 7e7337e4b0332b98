import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { AUTH_JS_ERRORS } from '../../../shared/errors/auth-js.ts';

const ANOTHER_ACCOUNT = 'جرّب تسجيل الدخول بحساب آخر.';
const IN_A_MOMENT = 'حاول مرة أخرى بعد قليل.';

export const ARABIC_AUTH_JS_ERRORS: Readonly<Record<keyof typeof AUTH_JS_ERRORS, ErrorWords>> = {
  Signin: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تعذّر بدء تسجيل الدخول: انتهت صلاحية النموذج، أو أن طريقة تسجيل الدخول هذه غير متاحة هنا.',
    hint: ANOTHER_ACCOUNT,
  },
  OAuthSignin: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تعذّر الوصول إلى مزوّد الهوية لبدء تسجيل الدخول.',
    hint: IN_A_MOMENT,
  },
  OAuthCallback: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تعذّر قبول رد مزوّد الهوية، أو أُلغي تسجيل الدخول هناك.',
    hint: ANOTHER_ACCOUNT,
  },
  OAuthCreateAccount: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تم تأكيد هويتك، لكن تعذّر حفظ الحساب. لم يتغير شيء.',
    hint: IN_A_MOMENT,
  },
  EmailCreateAccount: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تم تأكيد عنوانك، لكن تعذّر حفظ الحساب. اطلب رابطًا جديدًا.',
    hint: 'لم يتغير شيء.',
  },
  Callback: {
    title: 'تعذّر تسجيل الدخول',
    message: 'حدث خطأ من جانبنا أثناء إكمال تسجيل الدخول.',
    hint: IN_A_MOMENT,
  },
  OAuthAccountNotLinked: {
    title: 'تعذّر تسجيل الدخول',
    message: 'يوجد بالفعل حساب بعنوان البريد الإلكتروني هذا، وهو يستخدم طريقة أخرى لتسجيل الدخول.',
    hint: 'لتأكيد هويتك، سجّل الدخول بالحساب نفسه الذي استخدمته في الأصل.',
  },
  EmailSignin: {
    title: 'تعذّر تسجيل الدخول',
    message: 'تعذّر إرسال رسالة البريد الإلكتروني.',
    hint: 'تحقق من العنوان، ثم حاول مرة أخرى بعد قليل.',
  },
  CredentialsSignin: {
    title: 'تعذّر تسجيل الدخول',
    message: 'البيانات التي أدخلتها لا تخص أي حساب.',
    hint: 'فشل تسجيل الدخول. تحقق من صحة البيانات التي أدخلتها.',
  },
  SessionRequired: {
    title: 'تعذّر تسجيل الدخول',
    message: 'يتطلب هذا أن تكون مسجّلاً الدخول.',
    hint: 'سجّل الدخول للوصول إلى هذه الصفحة.',
  },
  Configuration: {
    title: 'خطأ في الخادم',
    message: 'توجد مشكلة في إعدادات الخادم.',
    hint: 'تعذّر تسجيل الدخول.',
  },
  AccessDenied: {
    title: 'تم رفض الوصول',
    message: 'ليس لديك إذن بتسجيل الدخول.',
    hint: ANOTHER_ACCOUNT,
  },
  Verification: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لم يعد رابط تسجيل الدخول صالحًا.',
    hint: 'ربما استُخدم من قبل أو انتهت صلاحيته.',
  },
};
