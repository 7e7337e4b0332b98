import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { REQUEST_ERRORS } from '../../../shared/errors/request.ts';

export const ARABIC_REQUEST_ERRORS: Readonly<Record<keyof typeof REQUEST_ERRORS, ErrorWords>> = {
  INVALID_INPUT: {
    title: 'خطأ',
    message: 'يوجد خطأ في البيانات المدخلة.',
    hint: 'صحّح ما تم تمييزه، ثم حاول مرة أخرى.',
  },
  NOT_FOUND: {
    title: 'خطأ',
    message: 'لا يوجد شيء هنا بهذا الاسم.',
    hint: 'ربما أُزيل، أو كُتب العنوان بشكل خاطئ.',
  },
  RATE_LIMITED: {
    title: 'خطأ',
    message: 'تكررت هذه المحاولة أكثر من اللازم.',
    hint: 'انتظر قليلاً، ثم حاول مرة أخرى.',
  },
  UNAVAILABLE: {
    title: 'خطأ في الخادم',
    message: 'الخدمة غير قادرة على الرد الآن.',
    hint: 'لم يتم تسجيل خروجك. تعيد الصفحة المحاولة تلقائيًا.',
  },
  INTERNAL: {
    title: 'خطأ في الخادم',
    message: 'حدث خطأ من جانبنا.',
    hint: 'حاول مرة أخرى. إذا استمر الخطأ، فأرسل رقم الطلب إلى مشغّل هذا الموقع.',
  },
  WRONG_HOST: {
    title: 'خطأ',
    message: 'يستجيب هذا الخادم من عنوان آخر.',
    hint: 'افتح العنوان المحدد في APP_ORIGIN.',
  },
  FOREIGN_ORIGIN: {
    title: 'تم رفض الوصول',
    message: 'جاء هذا الطلب من موقع آخر.',
    hint: 'افتح الصفحة هنا وحاول مرة أخرى.',
  },
  THIS_MACHINE_ONLY: {
    title: 'تم رفض الوصول',
    message: 'لا يُعرض هذا إلا على الجهاز الذي يشغّل هذا الخادم.',
    hint: 'افتح الصفحة في متصفح على ذلك الجهاز، دون خادم وكيل بينهما.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    title: 'خطأ',
    message: 'نوع المحتوى هذا غير مقبول.',
    hint: 'أرسل المحتوى بنوع application/json.',
  },
  PAYLOAD_TOO_LARGE: {
    title: 'خطأ',
    message: 'حجم الطلب كبير جدًا.',
    hint: 'أرسل كمية أقل في المرة الواحدة.',
  },
  MALFORMED_REQUEST: {
    title: 'خطأ',
    message: 'تعذّرت قراءة الطلب.',
    hint: 'تحقق من عنوانه وترميزه ومحتواه.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'خطأ',
    message: 'لا يقبل هذا العنوان طريقة الطلب هذه.',
    hint: 'تُرسل الاستعلامات بطريقة GET والتعديلات بطريقة POST.',
  },
};
