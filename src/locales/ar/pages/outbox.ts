import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const outbox: PageTexts['outbox'] = {
  title: 'صندوق الصادر',
  hint: 'لا يرسل هذا الخادم رسائل البريد والرسائل النصية، بل يحفظها هنا لتقرأها. تتحدّث القائمة تلقائيًا.',
  trouble: 'تعذّرت قراءة صندوق الصادر الآن. تعيد الصفحة المحاولة تلقائيًا.',
  none: 'صندوق الصادر غير متاح على هذا الخادم.',
  elsewhere: 'لا يُعرض صندوق الصادر إلا على الجهاز الذي يشغّل هذا الخادم.',
  empty: 'لا شيء بعد. اطلب رابطًا لتسجيل الدخول فيظهر هنا.',
  messages: 'الرسائل',
  mail: 'رسالة بريد',
  textMessage: 'رسالة نصية',
  openLink: 'فتح الرابط',
  asText: 'عرض كنص عادي',
  asHtml: 'عرض بتنسيق HTML',
  messageAsHtml: 'الرسالة بتنسيق HTML',
  copyCode: 'نسخ الرمز',
  copied: 'تم النسخ',
  messageId: (id) => isolate(`Message-ID: ${id}`),
};
