// Written by `npm run generate` from the catalogue.

import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { FirstErrorCode } from '../../../shared/errors/first-page.ts';

export const ARABIC_FIRST_ERRORS: Readonly<Record<FirstErrorCode, ErrorWords>> = {
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
};
