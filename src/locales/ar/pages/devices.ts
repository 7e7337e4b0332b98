import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const devices: PageTexts['devices'] = {
  nav: 'الأجهزة',
  title: 'الأجهزة',
  thisDevice: 'هذا الجهاز',
  list: 'الأجهزة التي سجّلت الدخول عليها',
  listHint: 'يفقد الجهاز حق الوصول فور تسجيل خروجه.',
  listHintApps: 'يفقد الجهاز حق الوصول فور تسجيل خروجه. وقد يحتفظ به التطبيق مدة تصل إلى خمس دقائق.',
  noOthers: 'لم تسجّل الدخول على أي جهاز آخر.',
  activeNow: 'نشط الآن',
  signedIn: 'تسجيل الدخول:',
  lastSeen: 'آخر ظهور:',
  expires: 'ينتهي',
  ifUnused: 'إذا لم يُستخدم',
  from: 'من',
  unknownPlace: 'عنوان غير معروف',
  justNow: 'الآن',
  deviceOn: (browser, system) => `${isolate(browser)} على ${isolate(system)}`,
  administrator: 'مشرف هذا الموقع',
  beganToAct: 'بدأ بالتصرف بصفتك',
  unknownDevice: 'جهاز غير معروف',
  signOut: 'تسجيل الخروج',
  signOutOf: (device) => `تسجيل الخروج من ${isolate(device)}`,
  appOn: (app, device) => `${isolate(app)} · ${isolate(device)}`,
  endsApps: (apps) => `إذا سجّلت الخروج منه، فستسجّل الخروج أيضًا من ${apps}.`,
  signedOutAll: (names) => `تم تسجيل الخروج من ${names}.`,
  signedOut: (device) => `تم تسجيل الخروج من ${isolate(device)}.`,
  signedOutAlready: (device) => `سبق تسجيل الخروج من ${isolate(device)}.`,
  revokeOthers: 'تسجيل الخروج من جميع الأجهزة الأخرى',
  revokeOthersTitle: (count) =>
    plural(count, {
      zero: 'هل تريد تسجيل الخروج من الأجهزة الأخرى؟',
      one: 'هل تريد تسجيل الخروج من الجهاز الآخر؟',
      two: 'هل تريد تسجيل الخروج من الجهازين الآخرين؟',
      few: `هل تريد تسجيل الخروج من الأجهزة الأخرى، وعددها ${count}؟`,
      many: `هل تريد تسجيل الخروج من الأجهزة الأخرى، وعددها ${count}؟`,
      other: `هل تريد تسجيل الخروج من الأجهزة الأخرى، وعددها ${count}؟`,
    }),
  revokeOthersMeaning: (count) => {
    const rest = 'وتبقى مسجّلاً الدخول هنا. أما رموز الوصول التي تستخدمها البرامج النصية فتستمر في العمل.';
    const all = `يتم تسجيل الخروج منها فورًا، ويلزم تسجيل الدخول عليها من جديد. ${rest}`;
    return plural(count, {
      zero: all,
      one: `يتم تسجيل الخروج منه فورًا، ويلزم تسجيل الدخول عليه من جديد. ${rest}`,
      two: `يتم تسجيل الخروج منهما فورًا، ويلزم تسجيل الدخول عليهما من جديد. ${rest}`,
      few: all,
      many: all,
      other: all,
    });
  },
  revokeAllTitle: 'هل تريد تسجيل الخروج من جميع الأجهزة والتطبيقات الأخرى؟',
  revokedAll: 'تم تسجيل الخروج من جميع الأجهزة والتطبيقات الأخرى.',
  keepThem: 'إبقاء الدخول مسجّلاً',
  revokedOthers: (count) =>
    plural(count, {
      zero: 'لم يكن الدخول مسجّلاً على أي جهاز آخر.',
      one: 'تم تسجيل الخروج من الجهاز الآخر.',
      two: 'تم تسجيل الخروج من الجهازين الآخرين.',
      few: `تم تسجيل الخروج من ${count} أجهزة أخرى.`,
      many: `تم تسجيل الخروج من ${count} جهازًا آخر.`,
      other: `تم تسجيل الخروج من ${count} جهاز آخر.`,
    }),
  notYours: 'هل ترى جهازًا ليس لك؟',
  secureAccount: 'تأمين حسابك',
};
