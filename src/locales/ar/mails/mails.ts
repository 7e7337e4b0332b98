import { addressMails } from './address-mails.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';
import { security } from './security-mails.ts';
import { webhookMails } from './webhook-mails.ts';
import type { MailTexts } from '../../texts.ts';

const IGNORE_SIGN_IN = 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول دون الرابط أو الرمز.';

/** How long something works. */
const forMinutes = (minutes: number) =>
  plural(minutes, {
    zero: 'لأقل من دقيقة',
    one: 'لمدة دقيقة واحدة',
    two: 'لمدة دقيقتين',
    few: `لمدة ${minutes} دقائق`,
    many: `لمدة ${minutes} دقيقة`,
    other: `لمدة ${minutes} دقيقة`,
  });

export const mails: MailTexts = {
  security,
  ...addressMails,
  ...webhookMails,

  facts: {
    when: (at) => `الوقت: ${isolate(at)}`,
    where: (place) => `المكان: ${isolate(place)}`,
    how: (method) => `الطريقة: ${isolate(method)}`,
    // The right-to-left mark (U+200F) gives the direction to an isolate that contains only isolates.
    place: (device, ip) => `\u200f${isolate(device)}، ${isolate(ip)}`,
    deviceOn: (browser, system) => `${isolate(browser)} على ${isolate(system)}`,
  },
  additions: {
    lead: 'أضيف ما يلي خلال 30 يومًا قبل إعادة التعيين، أو بعدها:',
    connection: (provider, label, at) => `${isolate(provider)} (${isolate(label)})، ${isolate(at)}`,
    phone: (digits, at) => `رقم الهاتف المنتهي بـ ${isolate(digits)}، ${isolate(at)}`,
    passkey: (name, at) => `مفتاح المرور «${isolate(name)}»، ${isolate(at)}`,
  },
  methods: {
    'email-link': 'رابط في رسالة بريد',
    'email-code': 'رمز في رسالة بريد',
    'phone-code': 'رمز في رسالة نصية',
    password: 'كلمة المرور',
    passkey: 'مفتاح مرور',
    totp: 'رمز من تطبيق المصادقة',
    'recovery-code': 'رمز استرداد',
    email: 'البريد الإلكتروني',
    phone: 'رسالة نصية',
  },
  dateLocale: 'ar-u-hc-h23-nu-latn',
  buttons: {
    activity: 'عرض نشاطك',
    checkAccount: 'مراجعة حسابك',
    stopRemoval: 'إيقاف الإزالة',
    acceptInvitation: 'تسجيل الدخول',
    devices: 'عرض أجهزتك',
    choosePassword: 'اختيار كلمة مرور جديدة',
    goTo: (name) => `الانتقال إلى ${isolate(name)}`,
  },

  orAddress: 'إذا لم يعمل الزر، فافتح هذا العنوان:',
  requestedFrom: (place, at) => `طُلبت من ${isolate(place)}، ${isolate(at)}.`,
  requestedAt: (at) => `طُلبت في ${isolate(at)}.`,
  footer: {
    reasons: {
      entered: (host) => `تصلك هذه الرسالة لأن شخصًا ما أدخل هذا العنوان لدى ${isolate(host)}.`,
      account: (host) => `تصلك هذه الرسالة لأن هذا هو عنوان حساب لدى ${isolate(host)}.`,
      formerAccount: (host) => `تصلك هذه الرسالة لأن هذا كان عنوان حساب لدى ${isolate(host)}.`,
    },
    openApp: (name) => `فتح ${isolate(name)}`,
    terms: 'شروط الاستخدام',
    privacy: 'الخصوصية',
    support: 'المساعدة',
  },

  linkAndCode: {
    enterCode: 'أدخل هذا الرمز في المتصفح الذي طلبته منه:',
    open: 'افتح هذا الرابط واضغط على الزر هناك:',
    orOpen: 'أو افتح هذا الرابط واضغط على الزر هناك:',
    noCode:
      'لا تتضمن هذه الرسالة رمزًا، لأن رموزًا خاطئة أُدخلت لهذا العنوان مرات كثيرة اليوم. يعمل الرابط في أي متصفح.',
    validity: (hours) => {
      const works = (time: string) => `تعمل هذه الرسالة مرة واحدة ${time}.`;
      return plural(hours, {
        zero: works('لأقل من ساعة'),
        one: works('لمدة ساعة واحدة'),
        two: works('لمدة ساعتين'),
        few: works(`لمدة ${hours} ساعات`),
        many: works(`لمدة ${hours} ساعة`),
        other: works(`لمدة ${hours} ساعة`),
      });
    },
  },
  signIn: {
    title: (name) => `تسجيل الدخول إلى ${isolate(name)}`,
    lead: null,
    button: 'تسجيل الدخول',
    ignore: IGNORE_SIGN_IN,
  },
  signInAndConnect: {
    title: (name, provider) => `تسجيل الدخول وربط ${isolate(provider)} لدى ${isolate(name)}`,
    lead: (_name, provider) =>
      `تعرض الصفحة التي طلبت منها هذه الرسالة حسابًا لدى ${isolate(provider)}. إذا ضغطت على «ربط» هناك، فسيمكن تسجيل الدخول به إلى حسابك هنا من ذلك الحين. لا تستخدم الرمز إلا إذا كنت تعرف ذلك الحساب وكان لك.`,
    button: 'تسجيل الدخول',
    ignore:
      'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول ولا يُربط أي شيء دون الرابط أو الرمز.',
  },
  signUp: {
    title: (name) => `تأكيد عنوانك لدى ${isolate(name)}`,
    lead: (name) =>
      `ينشئ شخص ما، ونأمل أن يكون أنت، حسابًا لدى ${isolate(name)} بهذا العنوان، وقد اختار كلمة مرور له. لا تُحفظ كلمة المرور إلا إذا تابعت في المتصفح نفسه. وفي متصفح آخر يتم تسجيل دخولك دونها، ويمكنك اختيار كلمة مرور هناك.`,
    button: 'تأكيد وتسجيل الدخول',
    ignore: 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لا يُنشأ أي حساب دون الرابط أو الرمز.',
  },
  alreadySignedUp: {
    title: (name) => `لديك حساب بالفعل لدى ${isolate(name)}`,
    lead: (name) =>
      `أراد شخص ما، ونأمل أن يكون أنت، إنشاء حساب جديد لدى ${isolate(name)} بعنوانك. لديك حساب بالفعل، ولم يتغير شيء: كلمة المرور التي أُدخلت ليست كلمة مرورك. سجّل الدخول إلى حسابك بهذه الرسالة. تجد كلمة مرورك ضمن طرق تسجيل الدخول.`,
    button: 'تسجيل الدخول',
    ignore: IGNORE_SIGN_IN,
  },
  reauthentication: {
    title: (name) => `رمزك لدى ${isolate(name)}`,
    enterCode: (minutes) => `أدخل هذا الرمز حيث طُلب منك تأكيد هويتك. يعمل مرة واحدة ${forMinutes(minutes)}.`,
    notAsked: 'إن لم يُطلب منك رمز، فهناك من يستخدم جهازًا سجّلت الدخول عليه: سجّل الخروج من أجهزتك الأخرى.',
  },
  passwordReset: {
    title: (name) => `اختيار كلمة مرور جديدة لدى ${isolate(name)}`,
    validity: (minutes) =>
      `يعمل الرابط مرة واحدة ${forMinutes(minutes)}. وتسجّل كلمة المرور الجديدة خروجك من كل مكان.`,
    ignore: 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: تبقى كلمة مرورك كما هي.',
  },
  noAccount: {
    title: (name) => `لا يوجد حساب بهذا العنوان لدى ${isolate(name)}`,
    sentences: [
      'أراد شخص ما اختيار كلمة مرور جديدة لهذا العنوان، لكن لا يوجد حساب به.',
      'إن كنت أنت، فربما استخدمت عنوانًا آخر هنا. وإلا فتجاهل هذه الرسالة.',
    ],
  },

  // Without the isolates: some phones show them as boxes. A code of digits and a name need none where they stand here.
  sms: {
    code: (code, host, purpose) => `${code} هو رمزك لدى ${host} ${purpose}.`,
    purposes: {
      verify: 'لإضافة هذا الرقم',
      reauthenticate: 'لتأكيد هويتك',
      'sign-in': 'لتسجيل الدخول',
    },
    validity: (minutes) => `يعمل ${forMinutes(minutes)}. لا تشاركه مع أحد.`,
  },
};
