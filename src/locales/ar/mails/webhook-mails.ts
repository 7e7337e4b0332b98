import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';
import type { MailTexts } from '../../texts.ts';

export const webhookMails: Pick<MailTexts, 'webhookDisabled' | 'webhookChanged'> = {
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
  webhookChanged: {
    title: (name) => `تغيّرت نقطة ويب هوك لدى ${isolate(name)}`,
    changes: {
      'webhook-created': (host) => `أُضيفت نقطة ويب هوك في ${isolate(host)}، وهي تتلقى الأحداث.`,
      'webhook-updated': (host) =>
        `غُيّرت نقطة الويب هوك في ${isolate(host)}: عنوانها أو وصفها أو أنواع أحداثها.`,
      'webhook-enabled': (host) => `فُعّلت نقطة الويب هوك في ${isolate(host)}، وهي تتلقى الأحداث.`,
      'webhook-disabled': (host) => `عُطّلت نقطة الويب هوك في ${isolate(host)}، ولن تتلقى أي أحداث بعد الآن.`,
      'webhook-secret-rotated': (host) => `حصلت نقطة الويب هوك في ${isolate(host)} على سر جديد.`,
      'webhook-deleted': (host) => `حُذفت نقطة الويب هوك في ${isolate(host)}.`,
    },
    moved: (from, to) =>
      `نُقلت نقطة الويب هوك من ${isolate(from)} إلى ${isolate(to)}، وتذهب الأحداث الآن إلى هناك.`,
    actors: { administrator: 'مشرف', 'service-key': 'مفتاح خدمة', server: 'أمر على الخادم' },
    by: (actor) => `بواسطة: ${isolate(actor)}`,
    byNamed: (actor, name) => `بواسطة: ${isolate(name)} (${isolate(actor)})`,
    advice:
      'إن لم تكن على علم بهذا التغيير، فعطّل نقطة الويب هوك وراجع سجل الإدارة. ثم أبطل مفتاح الخدمة، أو سجّل خروج المشرف.',
    button: 'عرض نقاط الويب هوك',
  },
};
