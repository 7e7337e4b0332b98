import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { WEBHOOK_ERRORS } from '../../../shared/errors/webhook.ts';

export const ARABIC_WEBHOOK_ERRORS: Readonly<Record<keyof typeof WEBHOOK_ERRORS, ErrorWords>> = {
  EVENT_CURSOR_EXPIRED: {
    title: 'خطأ',
    message: 'لم تعد الأحداث التي تلي هذا المؤشر محفوظة.',
    hint: 'خذ مؤشرًا جديدًا باستخدام `from: "now"`. ثم قارن جميع الأشخاص (`users.list`) وتابع القراءة من ذلك المؤشر.',
  },
  TOO_MANY_WEBHOOKS: {
    title: 'خطأ',
    message: 'لديك أقصى عدد مسموح به من نقاط الويب هوك.',
    hint: 'احذف نقطة لم تعد تستخدمها.',
  },
  WEBHOOK_SET_BY_ENVIRONMENT: {
    title: 'خطأ',
    message: 'بيئة الخادم هي التي تحدّد هذه النقطة.',
    hint: 'غيّر WEBHOOK_URL أو WEBHOOK_SECRET ثم أعد تشغيل الخادم.',
  },
  WEBHOOK_SET_BY_ADMINISTRATOR: {
    title: 'خطأ',
    message: 'أنشأ مشرف هذه النقطة أو غيّرها، فلا يُسمح لأي مفتاح خدمة بتغييرها.',
    hint: 'غيّرها في `/admin/webhooks`، أو دع المفتاح يضيف نقطة خاصة به (`webhooks.create`).',
  },
  WEBHOOK_DISABLED: {
    title: 'خطأ',
    message: 'هذه النقطة معطّلة.',
    hint: 'فعّلها أولًا.',
  },
  TOO_MANY_EVENTS: {
    title: 'خطأ',
    message: 'توجد أحداث كثيرة جدًا في هذه المدة.',
    hint: 'اختر مدة أقصر.',
  },
};
