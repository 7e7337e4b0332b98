import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const securityReview: PageTexts['securityReview'] = {
  title: 'مراجعة حسابك',
  vouchedIntro:
    'أنشأ هذا الموقع أو نظامه السابق حسابك بما هو مدرج هنا. أزل ما لا تعرفه. وإن كان كله لك فأكّد ذلك، وعندها يُسجَّل الخروج من أجهزتك الأخرى.',
  intro: (day) =>
    `أُعيد تعيين كلمة مرورك. ما زالت طرق تسجيل الدخول الأخرى تعمل. راجع ما أضيف منذ ${isolate(day)}، وأزل ما لا تعرفه.`,
  listTitle: 'ما أضيف إلى حسابك',
  listHint: 'إن لم تتعرّف على شيء منها، فربما يستطيع شخص آخر تسجيل الدخول به.',
  phone: 'رقم الهاتف',
  passkey: 'مفتاح مرور',
  password: 'كلمة المرور',
  authenticatorApp: 'تطبيق المصادقة',
  addedOn: (day) => `أضيف في ${isolate(day)}`,
  removePhone: (number) => `إزالة ${isolate(number)}`,
  removedPhone: (number) => `تمت إزالة ${isolate(number)}.`,
  allMine: 'كل هذا لي',
  allMineMeaning: 'يبقى كما هو، ولن نسألك عنه مرة أخرى.',
  nothingLeft: 'لم يبقَ ما يحتاج إلى مراجعة.',
  finished: 'شكرًا لك. يبقى ما أضيف كما هو، ولن نسألك عنه مرة أخرى.',
  goOn: 'متابعة',
  otherWay: 'تسجيل الدخول بطريقة أخرى',
  noticeTitle: 'هل كل هذا لك؟',
  notice: (count) => {
    const added = (things: string) =>
      `أُعيد تعيين كلمة مرورك. ${things} إلى حسابك قبل ذلك بوقت قصير أو منذ ذلك الحين.`;
    return plural(count, {
      zero: added('لم يُضف شيء'),
      one: added('أضيف عنصر واحد'),
      two: added('أضيف عنصران'),
      few: added(`أضيفت ${count} عناصر`),
      many: added(`أضيف ${count} عنصرًا`),
      other: added(`أضيف ${count} عنصر`),
    });
  },
};
