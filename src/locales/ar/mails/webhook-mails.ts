import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';
import type { MailTexts } from '../../texts.ts';

export const webhookMails: Pick<MailTexts, 'webhookDisabled'> = {
  webhookDisabled: {
    title: (name) => `عُطّلت نقطة ويب هوك لدى ${isolate(name)}`,
    gone: (host) => `أجابت نقطة الويب هوك في ${isolate(host)} بأنها لم تعد موجودة (حالة HTTP رقم 410).`,
    failing: (host, days) =>
      `لم تقبل نقطة الويب هوك في ${isolate(host)} أي حدث ${plural(days, {
        zero: 'منذ أقل من يوم',
        one: 'طوال يوم واحد',
        two: 'طوال يومين',
        few: `طوال ${days} أيام`,
        many: `طوال ${days} يومًا`,
        other: `طوال ${days} يوم`,
      })}، مع أن Foyer حاول مرارًا.`,
    outcome: 'لن يرسل Foyer إليها أي أحداث حتى يفعّلها شخص ما.',
    advice:
      'عندما تعمل نقطة الويب هوك من جديد، فعّلها. عندئذ تُرسل الأحداث المنتظرة. ويمكن لصفحتها أيضًا إعادة إرسال أحداث الفترة الفاصلة.',
    button: 'عرض نقطة الويب هوك',
  },
};
