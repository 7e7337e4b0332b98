import type { ADMINISTRATION_ERRORS } from '../../../shared/errors/administration.ts';
import type { ErrorWords } from '../../../shared/errors/entry.ts';

export const ARABIC_ADMINISTRATION_ERRORS: Readonly<Record<keyof typeof ADMINISTRATION_ERRORS, ErrorWords>> =
  {
    ACCOUNT_SUSPENDED: {
      title: 'تعذّر تسجيل الدخول',
      message: 'هذا الحساب موقوف.',
      hint: 'اسأل فريق دعم هذا الموقع.',
    },
    ADMISSION_REFUSED: {
      title: 'تم رفض الوصول',
      message: 'لا يسمح لك هذا الموقع بتسجيل الدخول.',
      hint: 'اسأل فريق دعم هذا الموقع.',
    },
    ADMISSION_UNKNOWN: {
      title: 'تعذّر تسجيل الدخول',
      message: 'لم يتمكن هذا الموقع من تحديد ما إذا كان يُسمح لك بتسجيل الدخول.',
      hint: 'حاول مجددًا بعد قليل.',
    },
    ADMINISTRATOR_REQUIRED: {
      title: 'تم رفض الوصول',
      message: 'يمكن للمشرفين فقط فعل هذا.',
      hint: 'سجّل الدخول بحساب له دور المشرف.',
    },
    PERMISSION_MISSING: {
      title: 'تم رفض الوصول',
      message: 'ليس لديك إذن لفعل هذا.',
      hint: 'اطلب الإذن من أحد مشرفي هذا الموقع.',
    },
    LAST_ADMINISTRATOR: {
      title: 'خطأ',
      message: 'هذا هو المشرف الأخير.',
      hint: 'اجعل شخصًا آخر مشرفًا أولًا.',
    },
    METHODS_UNCONFIRMED: {
      title: 'خطأ',
      message: 'لم يؤكد هذا الشخص بعد كل ما في حسابه.',
      hint: 'يمكنه تسجيل الدخول بالبريد الإلكتروني وتأكيد ذلك في صفحة حسابه، أو يمكن لمشرف إزالته في لوحة الإدارة.',
    },
    ADMINISTRATOR_PROTECTED: {
      title: 'تم رفض الوصول',
      message: 'لا يمكن فعل هذا بحساب مشرف.',
      hint: 'يمكن لمشرف أن يزيل دوره أولًا في لوحة الإدارة.',
    },
    SERVICE_KEY_INVALID: {
      title: 'خطأ',
      message: 'مفتاح الخدمة هذا غير معروف أو منتهي الصلاحية أو مُبطل، أو لا يُسمح لهذا العنوان باستخدامه.',
      hint: 'أنشئ مفتاح خدمة جديدًا في لوحة الإدارة.',
    },
    SERVICE_KEY_REFUSED: {
      title: 'تم رفض الوصول',
      message: 'لا يمكن لمفتاح خدمة فعل هذا، لأنه ليس شخصًا.',
      hint: 'استدعِ إجراءً يقبل مفتاح خدمة، مثل users.get.',
    },
    TOO_MANY_SERVICE_KEYS: {
      title: 'خطأ',
      message: 'لديك أقصى عدد مسموح به من مفاتيح الخدمة.',
      hint: 'أبطل مفتاحًا لم تعد تستخدمه.',
    },
    EXTERNAL_ID_TAKEN: {
      title: 'خطأ',
      message: 'لدى شخص آخر هذا المعرّف الخارجي.',
      hint: 'اختر معرّفًا آخر.',
    },
    IMPERSONATION_REFUSED: {
      title: 'تم رفض الوصول',
      message: 'لا يمكنك فعل هذا وأنت تتصرف بصفة شخص آخر.',
      hint: 'أنهِ ذلك أولًا، ثم استخدم حسابك.',
    },
  };
