import type { FailedJobsPagesTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const failedJobsPages: FailedJobsPagesTexts = {
  failedJobs: {
    title: 'المهام الفاشلة',
    list: 'المهام التي توقفت محاولتها',
    hint: 'تبقى في القائمة 30 يومًا.',
    none: 'لا توجد مهمة فاشلة.',
    kinds: {
      mail: 'إرسال رسالة',
      'revoke-grant': 'إلغاء إذن حساب مرتبط',
      'release-phone': 'تحرير رقم هاتف',
      'unfinished-sign-in': 'الإبلاغ عن تسجيل دخول لم يكتمل',
    },
    attempts: (count) =>
      plural(count, {
        zero: 'بلا محاولات',
        one: 'محاولة واحدة',
        two: 'محاولتان',
        few: `${count} محاولات`,
        many: `${count} محاولة`,
        other: `${count} محاولة`,
      }),
    givenUp: 'توقفت',
    theUser: 'الشخص',
    retryOf: (job) => `إعادة المحاولة: ${isolate(job)}`,
    retryAll: (count) => `إعادة محاولة الكل (${count})`,
    retried: (count) =>
      plural(count, {
        zero: 'سبقك شخص آخر: لم تبقَ هنا مهمة.',
        one: 'تعمل المهمة من جديد.',
        two: 'تعمل مهمتان من جديد.',
        few: `تعمل ${count} مهام من جديد.`,
        many: `تعمل ${count} مهمة من جديد.`,
        other: `تعمل ${count} مهمة من جديد.`,
      }),
    created: 'أُنشئت',
    lastError: 'آخر خطأ',
    discard: 'تجاهل',
    discardOf: (job) => `تجاهل: ${isolate(job)}`,
    discardTitle: 'هل تريد تجاهل هذه المهمة؟',
    discardMeaning: (job) =>
      `لن تُنفَّذ المهمة «${isolate(job)}» أبدًا، ويُحذف محتواها. لا يمكن لأحد التراجع عن ذلك.`,
    discarded: 'تم تجاهل المهمة.',
    webhooks: 'الويب هوك',
    webhooksHint: 'النقاط التي تفشل أو عُطّلت أو لها عمليات تسليم بلا محاولات أخرى.',
    noWebhooks: 'تستقبل كل نقطة أحداثها.',
    failedDeliveries: (count) =>
      plural(count, {
        zero: 'لا توجد عملية تسليم فاشلة',
        one: 'عملية تسليم فاشلة واحدة',
        two: 'عمليتا تسليم فاشلتان',
        few: `${count} عمليات تسليم فاشلة`,
        many: `${count} عملية تسليم فاشلة`,
        other: `${count} عملية تسليم فاشلة`,
      }),
    enableFirst: 'فعّلها لإعادة الإرسال.',
    replayAll: 'إعادة الإرسال',
    replayed: (count) =>
      plural(count, {
        zero: 'لم يبقَ ما يُعاد إرساله.',
        one: 'تُعاد عملية تسليم واحدة.',
        two: 'تُعاد عمليتا تسليم.',
        few: `تُعاد ${count} عمليات تسليم.`,
        many: `تُعاد ${count} عملية تسليم.`,
        other: `تُعاد ${count} عملية تسليم.`,
      }),
    failing: 'تفشل',
    disabled: 'معطّلة',
    disabledBy: {
      administrator: 'عطّلها مسؤول أو تطبيق.',
      gone: 'أجابت بالرمز 410: لم تعد تريد أي أحداث.',
      failing: 'لم ينجح أي تسليم مدة خمسة أيام.',
    },
  },
};
