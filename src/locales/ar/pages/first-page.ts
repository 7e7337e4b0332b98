import { isolate } from '../../isolate.ts';
import type { FirstPageTexts } from '../../texts.ts';

export const firstPage: FirstPageTexts = {
  common: {
    loading: 'جارٍ التحميل',
    close: 'إغلاق',
    cancel: 'إلغاء',
    save: 'حفظ',
    change: 'تغيير',
    remove: 'إزالة',
    keepIt: 'الإبقاء عليه',
    terms: 'شروط الاستخدام',
    privacy: 'الخصوصية',
    support: 'المساعدة',
    or: 'أو',
    verified: 'مؤكَّد',
    unverified: 'غير مؤكَّد',
    signIn: 'تسجيل الدخول',
    justAMoment: 'لحظة من فضلك',
    continueWith: (provider) => `المتابعة باستخدام ${isolate(provider)}`,
    tryAgain: 'إعادة المحاولة',
    tryAgainIn: (seconds) => `إعادة المحاولة بعد ${seconds} ث`,
    useAnotherAddress: 'استخدام عنوان آخر',
  },

  firstErrors: {
    NOT_FOUND: {
      title: 'خطأ',
      message: 'لا يوجد شيء هنا بهذا الاسم.',
      hint: 'ربما أُزيل، أو كُتب العنوان بشكل خاطئ.',
    },
    RATE_LIMITED: {
      title: 'خطأ',
      message: 'تكررت هذه المحاولة أكثر من اللازم.',
      hint: 'انتظر قليلاً، ثم حاول مرة أخرى.',
    },
    UNAVAILABLE: {
      title: 'خطأ في الخادم',
      message: 'الخدمة غير قادرة على الرد الآن.',
      hint: 'لم يتم تسجيل خروجك. تعيد الصفحة المحاولة تلقائيًا.',
    },
    INTERNAL: {
      title: 'خطأ في الخادم',
      message: 'حدث خطأ من جانبنا.',
      hint: 'حاول مرة أخرى. إذا استمر الخطأ، فأرسل رقم الطلب إلى مشغّل هذا الموقع.',
    },
  },

  failures: {
    waitSeconds: (seconds) => `يمكنك المحاولة مرة أخرى بعد ${seconds} ث.`,
    waitMinutes: (minutes) => `يمكنك المحاولة مرة أخرى بعد ${minutes} د.`,
    waitIsOver: 'يمكنك المحاولة مرة أخرى الآن.',
    details: 'التفاصيل',
    code: (code) => `الرمز: ${isolate(code)}`,
    request: (id) => `الطلب: ${isolate(id)}`,
    inAMoment: 'حاول مرة أخرى بعد قليل.',
    offline: {
      title: 'أنت غير متصل بالإنترنت',
      message: 'لم تصل أي إجابة.',
      hint: 'حاول مرة أخرى عند عودة الاتصال.',
    },
    past: {
      title: 'لم ينجح ذلك',
      message: 'لم تتمكن الخدمة من الرد قبل قليل.',
      hint: 'حاول مرة أخرى.',
    },
    unknownTitle: 'خطأ',
    unknown: 'حدث خطأ لا تعرف هذه الصفحة سببه. لم يتغير شيء في حسابك.',
    notFoundTitle: 'الصفحة غير موجودة',
    crashHint: 'أعد تحميل الصفحة. إذا تكرر الخطأ، فاذكر رمزه.',
    loadAgain: 'إعادة تحميل الصفحة',
    goHome: 'الانتقال إلى صفحة البداية',
  },

  language: {
    label: 'اللغة',
    failed: 'تعذّر تحميل هذه اللغة. حاول مرة أخرى بعد قليل.',
  },

  password: {
    label: 'كلمة المرور',
    checkBoth:
      'فشل تسجيل الدخول. تحقق من عنوان البريد الإلكتروني وكلمة المرور، أو استخدم رابطًا بالبريد الإلكتروني.',
    newLabel: 'كلمة المرور الجديدة',
    advice: (characters) => `الحد الأدنى لعدد الأحرف هو ${characters}. من السهل تذكّر بضع كلمات لا رابط بينها.`,
    show: 'إظهار',
    hide: 'إخفاء',
    showField: (label) => `إظهار ${label}`,
    hideField: (label) => `إخفاء ${label}`,
    capsLock: 'مفتاح Caps Lock مفعّل.',
    strengths: ['ضعيفة', 'مقبولة', 'جيدة', 'قوية'],
    strength: (strength) => `القوة: ${strength}.`,
    tooShort: (characters, least) => `عدد الأحرف ${characters} من ${least} على الأقل.`,
    missing: 'أدخل كلمة مرورك.',
    missingNew: 'اختر كلمة مرور.',
  },

  signIn: {
    title: 'تسجيل الدخول',
    submit: 'تسجيل الدخول',
    emailAddress: 'عنوان البريد الإلكتروني',
    missingEmail: 'أدخل عنوان بريدك الإلكتروني.',
    missingPassword: 'أدخل كلمة مرورك، أو اطلب رابطًا يُرسل إلى بريدك.',
    forgot: 'هل نسيت كلمة المرور؟',
    forgotShort: 'نسيتها؟',
    mailLink: 'إرسال رابط إلى بريدي',
    lastUsed: 'آخر استخدام',
    moreWays: 'طرق أخرى لتسجيل الدخول',
    signInWith: (provider) => `تسجيل الدخول باستخدام ${isolate(provider)}`,
    noWayTitle: 'لا توجد طريقة لتسجيل الدخول بعد',
    noWay: 'لم تُعَدّ هنا أي طريقة لتسجيل الدخول. يمكن لمشغّلي هذا الموقع إضافة طريقة.',
    byPhone: 'استخدام الهاتف',
    byPasskey: 'استخدام مفتاح مرور',
    newHere: 'هل أنت جديد هنا؟',
    createAccount: 'إنشاء حساب',
  },
};
