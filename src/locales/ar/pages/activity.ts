import type { ActivityGroup } from '../../../shared/activity-groups.ts';
import type { Activity } from '../../../shared/schemas/activity.ts';
import type { ActivityFacts } from '../../en/pages/activity.ts';
import { isolate } from '../../isolate.ts';
import type { PageTexts } from '../../texts.ts';
import { plural } from '../plural.ts';

const withMethod = (method: string | null) => (method === null ? '' : ` عبر ${isolate(method)}`);
const named = (label: string | null) => (label === null ? '' : `: ${isolate(label)}`);
const ending = (digits: string | null) => (digits === null ? '' : ` المنتهي بـ ${isolate(digits)}`);

/** A number of attempts, as the subject of a sentence about the last hour. */
const attempts = (count: number, purpose: string) =>
  plural(count, {
    zero: `لم تفشل أي محاولة ${purpose}`,
    one: `فشلت محاولة ${purpose}`,
    two: `فشلت محاولتان ${purpose} خلال ساعة`,
    few: `فشلت ${count} محاولات ${purpose} خلال ساعة`,
    many: `فشلت ${count} محاولة ${purpose} خلال ساعة`,
    other: `فشلت ${count} محاولة ${purpose} خلال ساعة`,
  });

const events: Readonly<Record<Activity['kind'], (facts: ActivityFacts) => string>> = {
  'sign-in': ({ method }) => `تسجيل دخول${withMethod(method)}`,
  'sign-in-failed': ({ method, count }) => attempts(count, `لتسجيل الدخول${withMethod(method)}`),
  'sign-out': () => 'تسجيل خروج',
  're-authentication': ({ method }) => `أكّدت هويتك${withMethod(method)}`,
  're-authentication-failed': ({ method, count }) => attempts(count, `لتأكيد هويتك${withMethod(method)}`),
  'session-revoked': ({ label }) => `تم تسجيل الخروج من جهاز آخر${named(label)}`,
  'sessions-revoked': () => 'تم تسجيل الخروج من جميع الأجهزة الأخرى',
  'account-linked': ({ method, label }) =>
    `${method === null ? 'تم ربط حساب' : `تم ربط ${isolate(method)}`}${named(label)}`,
  'account-unlinked': ({ method, label }) =>
    `${method === null ? 'تمت إزالة حساب' : `تمت إزالة ${isolate(method)}`}${named(label)}`,
  'password-set': () => 'تم تعيين كلمة مرور',
  'password-changed': () => 'تم تغيير كلمة المرور وتسجيل الخروج من الأجهزة الأخرى',
  'password-reset': () => 'أُعيد تعيين كلمة المرور عبر رابط وتم تسجيل الخروج من جميع الأجهزة',
  'password-removed': () => 'تمت إزالة كلمة المرور',
  'passkey-added': ({ label }) => `تمت إضافة مفتاح مرور${named(label)}`,
  'passkey-removed': ({ label }) => `تمت إزالة مفتاح مرور${named(label)}`,
  'authenticator-app-added': ({ label }) => `تمت إضافة تطبيق مصادقة${named(label)}`,
  'authenticator-app-removed': ({ label }) => `تمت إزالة تطبيق مصادقة${named(label)}`,
  'recovery-codes-created': () => 'تم إنشاء رموز استرداد جديدة',
  'recovery-code-used': ({ label }) => {
    const count = Number(label);
    return plural(count, {
      zero: 'استُخدم رمز استرداد، ولم يبق أي رمز',
      one: 'استُخدم رمز استرداد، وبقي رمز واحد',
      two: 'استُخدم رمز استرداد، وبقي رمزان',
      few: `استُخدم رمز استرداد، وبقيت ${count} رموز`,
      many: `استُخدم رمز استرداد، وبقي ${count} رمزًا`,
      other: `استُخدم رمز استرداد، وبقي ${count} رمز`,
    });
  },
  'first-factor-passed': ({ method }) =>
    `اجتاز شخص ما الخطوة الأولى لتسجيل الدخول${withMethod(method)}، لكنه لم يجتز الخطوة الثانية`,
  'browser-trusted': () => 'أصبح هذا المتصفح موثوقًا: لا تُطلب فيه الخطوة الثانية مدة 30 يومًا',
  'browser-trust-ended': ({ label }) => `تم إنهاء الثقة بمتصفح${named(label)}`,
  'second-factor-removal-requested': ({ label }) =>
    `طلب المشغّل إزالة التحقق بخطوتين خلال 24 ساعة${named(label)}`,
  'second-factor-removal-stopped': () => 'تم إيقاف إزالة التحقق بخطوتين',
  'second-factor-removed': () => 'تمت إزالة التحقق بخطوتين',
  'unproven-methods-removed': () => 'تم تأكيد العنوان لأول مرة، وأُزيلت طرق تسجيل الدخول التي أضيفت قبل ذلك',
  'security-review-due': () =>
    'بعد إعادة تعيين كلمة المرور، عرضنا عليك قائمة بالإضافات الأخيرة وأرسلناها إليك',
  'security-review-finished': () => 'تم تأكيد الإضافات الأخيرة',
  'email-change-requested': ({ label }) => `طُلب عنوان بريد إلكتروني جديد${named(label)}`,
  'email-added': ({ label }) => `تمت إضافة عنوان البريد الإلكتروني${named(label)}`,
  'email-changed': ({ label }) => `تم تغيير عنوان البريد الإلكتروني${named(label)}`,
  'email-change-undone': ({ label }) => `تم التراجع عن تغيير عنوان البريد الإلكتروني${named(label)}`,
  'phone-verified': ({ label }) => `تمت إضافة رقم الهاتف${ending(label)}`,
  'phone-removed': ({ label }) => `تمت إزالة رقم الهاتف${ending(label)}`,
  'phone-taken': ({ label }) => `تمت إزالة رقم الهاتف${ending(label)}: أثبت شخص آخر أنه رقمه`,
  'access-token-created': ({ label }) => `تم إنشاء رمز وصول${named(label)}`,
  'access-token-revoked': ({ label }) => `تم إبطال رمز وصول${named(label)}`,
  'data-exported': () => 'تم تنزيل بيانات هذا الحساب',
  'account-deleted': () => 'تم حذف الحساب',
  'account-created': () => 'أنشأ مشغّل هذا الموقع الحساب',
  'account-suspended': ({ label }) => `تم إيقاف الحساب${named(label)}`,
  'account-resumed': () => 'تم إنهاء إيقاف الحساب',
  'roles-changed': ({ label }) => `تم تغيير الأدوار${named(label)}`,
  'profile-changed-by-administrator': () => 'غيّر مشغّل هذا الموقع الملف الشخصي',
  'sessions-ended-by-administrator': ({ label }) => `سجّل مشغّل هذا الموقع خروج كل الأجهزة${named(label)}`,
  'impersonation-started': ({ label }) => `بدأ مشرف بالتصرف بصفتك${named(label)}`,
  'impersonation-ended': () => 'توقف مشرف عن التصرف بصفتك',
  'client-sign-in': ({ label }) => `تم تسجيل الدخول إلى ${label === null ? 'تطبيق' : isolate(label)}`,
  'client-token-reused': ({ label }) =>
    `تم تسجيل خروج ${label === null ? 'تطبيق' : isolate(label)}، لأن رمزًا قديمًا له استُخدم مرة أخرى`,
};

const groups: Readonly<Record<ActivityGroup, string>> = {
  'sign-ins': 'تسجيل الدخول والخروج',
  methods: 'طرق تسجيل الدخول',
  contact: 'البريد الإلكتروني والهاتف',
  devices: 'الأجهزة',
  'access-tokens': 'رموز الوصول',
  data: 'بياناتك',
  administration: 'من المشغّل',
};

export const activity: PageTexts['activity'] = {
  nav: 'النشاط',
  title: 'النشاط',
  hint: 'ما حدث في حسابك خلال آخر 180 يومًا، بدءًا بالأحدث.',
  filter: 'عرض',
  everything: 'الكل',
  groups,
  events,
  methods: {
    'email-link': 'رابط في رسالة بريد',
    'email-code': 'رمز في رسالة بريد',
    'phone-code': 'رمز في رسالة نصية',
    password: 'كلمة المرور',
    passkey: 'مفتاح مرور',
    totp: 'رمز من تطبيق المصادقة',
    'recovery-code': 'رمز استرداد',
  },
  list: 'الأحداث',
  none: 'لم يحدث شيء بعد.',
  noneOfThese: 'لم يحدث شيء من هذا النوع.',
  loadMore: 'تحميل المزيد',
  loadedMore: (count) =>
    plural(count, {
      zero: 'لا أحداث أخرى.',
      one: 'حدث واحد آخر.',
      two: 'حدثان آخران.',
      few: `${count} أحداث أخرى.`,
      many: `${count} حدثًا آخر.`,
      other: `${count} حدث آخر.`,
    }),
  thatIsAll: 'هذا كل شيء.',
  notMe: 'لم أكن أنا',
  notMeAbout: (event) => `لم أكن أنا: ${event}`,

  secureTitle: 'تأمين حسابك',
  secureIntro:
    'إذا استخدم شخص آخر حسابك، فإن هذه الخطوات تسجّل خروجه وتمنع عودته. لا يحدث شيء حتى تضغط على أحد الأزرار.',
  secureAbout: 'ما لم تتعرّف عليه',
  step: (number, title) => `${number}. ${title}`,
  endSessions: 'تسجيل الخروج من جميع الأجهزة الأخرى',
  endSessionsMeaning:
    'تنتهي جميع الجلسات الأخرى فورًا. وتبقى مسجّلاً الدخول هنا. أما على أجهزتك الأخرى فتسجّل الدخول من جديد.',
  endSessionsDone: 'لا يوجد تسجيل دخول على أي جهاز آخر.',
  endSessionsButton: (count) =>
    plural(count, {
      zero: 'تسجيل الخروج من الأجهزة الأخرى',
      one: 'تسجيل الخروج من الجهاز الآخر',
      two: 'تسجيل الخروج من الجهازين الآخرين',
      few: `تسجيل الخروج من ${count} أجهزة أخرى`,
      many: `تسجيل الخروج من ${count} جهازًا آخر`,
      other: `تسجيل الخروج من ${count} جهاز آخر`,
    }),
  lookAtDevices: 'عرض الأجهزة أولاً',
  lookAtMethods: 'مراجعة طرق تسجيل الدخول',
  lookAtMethodsMeaning: 'أزل ما ليس لك، وغيّر ما قد يعرفه شخص آخر. نسألك قبل أن يتغير أي شيء.',
  password: 'كلمة المرور',
  passwordChanged: 'آخر تعيين أو تغيير:',
  noPassword: 'لا توجد كلمة مرور.',
  connected: 'الحسابات المرتبطة',
  since: 'تاريخ الربط:',
  noneConnected: 'لا يوجد حساب مرتبط.',
  email: 'عنوان البريد الإلكتروني',
  noEmail: 'لا يوجد عنوان مؤكَّد.',
  phone: 'رقم الهاتف',
  noPhone: 'لا يوجد رقم.',
  tokens: 'رموز الوصول',
  noTokens: 'لا توجد رموز.',
  made: 'تاريخ الإنشاء:',
  goToMethods: 'طرق تسجيل الدخول',
  goToProfile: 'البريد الإلكتروني والهاتف',
  goToTokens: 'رموز الوصول',
  finish: 'الانتهاء',
  finishMeaning:
    'بعد تسجيل الخروج من الأجهزة الأخرى والتأكد من أن كل ما ورد أعلاه يخصك، لن يستطيع أحد غيرك استخدام حسابك.',
  finishOthersLeft: 'ما زال الدخول مسجّلاً على أجهزة أخرى. نفّذ الخطوة 1 أولاً، إلا إذا كانت كلها أجهزتك.',
  finishButton: 'العودة إلى نشاطك',
};
