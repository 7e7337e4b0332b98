import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const accessTokens: PageTexts['accessTokens'] = {
  nav: 'رموز الوصول',
  title: 'رموز الوصول',
  listTitle: 'رموزك',
  listHint: 'يستخدم البرنامج النصي رمز وصول ليعمل نيابة عنك. ولا يمكنه إلا ما تسمح به.',
  developers: 'ما يمكنك استدعاؤه برمز وصول',
  none: 'ليس لديك أي رموز وصول.',
  noneMeaning: 'أنشئ رمزًا لكل برنامج نصي، بالصلاحيات التي يحتاج إليها فقط.',
  created: 'تاريخ الإنشاء:',
  lastUsed: 'آخر استخدام:',
  neverUsed: 'لم يُستخدم بعد',
  with: 'عبر',
  from: 'من',
  expires: 'ينتهي في',
  expiredOn: 'انتهى في',
  expired: 'منتهي الصلاحية',
  expiresSoon: 'تنتهي صلاحيته قريبًا',
  revoke: 'إبطال',
  revokeOf: (name) => `إبطال ${isolate(name)}`,
  remove: 'إزالة',
  removeOf: (name) => `إزالة ${isolate(name)}`,
  revokeTitle: (name) => `هل تريد إبطال «${isolate(name)}»؟`,
  revokeMeaning: 'يتوقف فورًا كل ما يسجّل الدخول به. ولا يمكن استعادة رمز أُبطل.',
  revoked: (name) => `تم إبطال «${isolate(name)}». لم يعد يعمل.`,
  removed: (name) => `تمت إزالة «${isolate(name)}».`,
  goneAlready: (name) => `سبق إبطال «${isolate(name)}».`,
  newTitle: 'رمز جديد',
  newHint: 'يُعرض مرة واحدة فقط، بعد إنشائه.',
  name: 'الاسم',
  nameHint: 'ما الذي يستخدمه وأين: «التقرير الليلي على خادم المكتب».',
  scopes: 'ما المسموح له؟',
  scopesHint: 'لا يمكنه أبدًا تسجيل الدخول في مكان آخر، أو تغيير طرق تسجيل دخولك، أو إنشاء رموز أخرى.',
  groups: [
    {
      title: 'الملف الشخصي',
      scopes: [
        ['profile:read', 'الاطلاع على اسمك وصورتك ولغتك وعنوان بريدك الإلكتروني'],
        ['profile:write', 'تغيير اسمك وصورتك ولغتك'],
      ],
    },
    {
      title: 'البريد الإلكتروني',
      scopes: [['email:read', 'الاطلاع على عنوانك وعلى أي تغيير لم يُؤكَّد بعد']],
    },
    { title: 'الهاتف', scopes: [['phone:read', 'الاطلاع على رقم هاتفك']] },
    {
      title: 'طرق تسجيل الدخول',
      scopes: [['accounts:read', 'الاطلاع على حساباتك المرتبطة ومعرفة ما إذا كانت لديك كلمة مرور']],
    },
    {
      title: 'الأجهزة',
      scopes: [
        ['sessions:read', 'معرفة الأجهزة التي سجّلت الدخول عليها'],
        ['sessions:write', 'تسجيل الخروج من الأجهزة'],
      ],
    },
    { title: 'النشاط', scopes: [['activity:read', 'الاطلاع على ما حدث في حسابك']] },
    {
      title: 'رموز الوصول',
      scopes: [['tokens:read', 'الاطلاع على قائمة رموز الوصول، دون الرموز نفسها']],
    },
  ],
  expiry: 'متى تنتهي صلاحيته؟',
  inDays: (days) =>
    days === 365
      ? 'بعد سنة'
      : plural(days, {
          zero: 'اليوم',
          one: 'بعد يوم واحد',
          two: 'بعد يومين',
          few: `بعد ${days} أيام`,
          many: `بعد ${days} يومًا`,
          other: `بعد ${days} يوم`,
        }),
  onADay: 'في يوم محدد',
  day: 'اليوم الأخير',
  dayMissing: 'اختر يومًا.',
  create: 'إنشاء الرمز',
  madeTitle: (name) => `«${isolate(name)}» جاهز`,
  madeOnce: 'انسخه الآن: لن يُعرض مرة أخرى. احفظه كما تحفظ كلمة المرور.',
  token: 'الرمز',
  tryIt: 'جرّبه في الطرفية',
  copyToken: 'نسخ الرمز',
  copyCommand: 'نسخ الأمر',
  copied: 'تم النسخ',
  notCopied: 'لم يسمح متصفحك بالنسخ. حدّد النص وانسخه بنفسك.',
  done: 'لقد نسخته',
};
