import type { OperationPagesTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

const OUTBOX = isolate('/dev/outbox');

export const operationPages: OperationPagesTexts = {
  failedJobs: {
    title: 'المهام الفاشلة',
    list: 'المهام التي توقفت محاولتها',
    hint: 'تبقى في القائمة 30 يومًا.',
    none: 'لا توجد مهمة فاشلة.',
    kinds: {
      mail: 'إرسال رسالة',
      'revoke-grant': 'إلغاء إذن حساب مرتبط',
      'release-phone': 'تحرير رقم هاتف',
      'unfinished-sign-in': 'الإبلاغ عن تسجيل دخول لم يكتمل',
    },
    attempts: (count) =>
      plural(count, {
        zero: 'بلا محاولات',
        one: 'محاولة واحدة',
        two: 'محاولتان',
        few: `${count} محاولات`,
        many: `${count} محاولة`,
        other: `${count} محاولة`,
      }),
    givenUp: 'توقفت',
    theUser: 'الشخص',
    retryOf: (job) => `إعادة المحاولة: ${isolate(job)}`,
    retryAll: (count) => `إعادة محاولة الكل (${count})`,
    retried: (count) =>
      plural(count, {
        zero: 'سبقك شخص آخر: لم تبقَ هنا مهمة.',
        one: 'تعمل المهمة من جديد.',
        two: 'تعمل مهمتان من جديد.',
        few: `تعمل ${count} مهام من جديد.`,
        many: `تعمل ${count} مهمة من جديد.`,
        other: `تعمل ${count} مهمة من جديد.`,
      }),
    created: 'أُنشئت',
    lastError: 'آخر خطأ',
    discard: 'تجاهل',
    discardOf: (job) => `تجاهل: ${isolate(job)}`,
    discardTitle: 'هل تريد تجاهل هذه المهمة؟',
    discardMeaning: (job) =>
      `لن تُنفَّذ المهمة «${isolate(job)}» أبدًا، ويُحذف محتواها. لا يمكن لأحد التراجع عن ذلك.`,
    discarded: 'تم تجاهل المهمة.',
    webhooks: 'الويب هوك',
    webhooksHint: 'النقاط التي تفشل أو عُطّلت أو لها عمليات تسليم بلا محاولات أخرى.',
    noWebhooks: 'تستقبل كل نقطة أحداثها.',
    failedDeliveries: (count) =>
      plural(count, {
        zero: 'لا توجد عملية تسليم فاشلة',
        one: 'عملية تسليم فاشلة واحدة',
        two: 'عمليتا تسليم فاشلتان',
        few: `${count} عمليات تسليم فاشلة`,
        many: `${count} عملية تسليم فاشلة`,
        other: `${count} عملية تسليم فاشلة`,
      }),
    enableFirst: 'فعّلها لإعادة الإرسال.',
    replayAll: 'إعادة الإرسال',
    replayed: (count) =>
      plural(count, {
        zero: 'لم يبقَ ما يُعاد إرساله.',
        one: 'تُعاد عملية تسليم واحدة.',
        two: 'تُعاد عمليتا تسليم.',
        few: `تُعاد ${count} عمليات تسليم.`,
        many: `تُعاد ${count} عملية تسليم.`,
        other: `تُعاد ${count} عملية تسليم.`,
      }),
    failing: 'تفشل',
    disabled: 'معطّلة',
    disabledBy: {
      administrator: 'عطّلها مسؤول أو تطبيق.',
      gone: 'أجابت بالرمز 410: لم تعد تريد أي أحداث.',
      failing: 'لم ينجح أي تسليم مدة خمسة أيام.',
    },
  },

  checklist: {
    title: 'الاستعداد للتشغيل الفعلي',
    progress: (done, total) => `تم ${done} من ${total}`,
    next: (name) => `التالي: ${isolate(name)}`,
    names: {
      mail: 'البريد',
      provider: 'مزوّد الهوية',
      brand: 'الهوية البصرية',
      secondFactor: 'العامل الثاني للمسؤولين',
      backup: 'قاعدة البيانات والنسخ الاحتياطي',
      webhook: 'الويب هوك',
      proxy: 'الوسيط وHTTPS',
    },
    states: { done: 'تم', open: 'لم يتم بعد', broken: 'مشكلة' },
    mailDone: 'خادم البريد محدَّد، ولا تفشل أي رسالة.',
    mailOpen: `تذهب الرسائل إلى صندوق الصادر لهذا الخادم. اضبط ${isolate('SMTP_URL')}.`,
    mailWaiting: (count) =>
      plural(count, {
        zero: 'لا تفشل أي رسالة.',
        one: 'تفشل رسالة واحدة منذ عشر دقائق، وتعاد محاولتها.',
        two: 'تفشل رسالتان منذ عشر دقائق، وتعاد محاولتهما.',
        few: `تفشل ${count} رسائل منذ عشر دقائق، وتعاد محاولتها.`,
        many: `تفشل ${count} رسالة منذ عشر دقائق، وتعاد محاولتها.`,
        other: `تفشل ${count} رسالة منذ عشر دقائق، وتعاد محاولتها.`,
      }),
    mailGivenUp: (count) =>
      plural(count, {
        zero: 'لم تتوقف محاولة أي رسالة في اليوم الأخير.',
        one: 'توقفت محاولة رسالة واحدة في اليوم الأخير.',
        two: 'توقفت محاولة رسالتين في اليوم الأخير.',
        few: `توقفت محاولة ${count} رسائل في اليوم الأخير.`,
        many: `توقفت محاولة ${count} رسالة في اليوم الأخير.`,
        other: `توقفت محاولة ${count} رسالة في اليوم الأخير.`,
      }),
    providerDone: (count) =>
      plural(count, {
        zero: 'لا يوجد مزوّد هوية.',
        one: 'مزوّد الهوية يجيب.',
        two: 'مزوّدا الهوية يجيبان.',
        few: `كل مزوّدي الهوية يجيبون، وعددهم ${count}.`,
        many: `كل مزوّدي الهوية يجيبون، وعددهم ${count}.`,
        other: `كل مزوّدي الهوية يجيبون، وعددهم ${count}.`,
      }),
    providerOpen: 'لا يوجد أي مزوّد بعد سوى مزوّدي العرض التجريبي.',
    providerBroken: (list) => `لا جواب من: ${isolate(list)}.`,
    brandDone: 'للتطبيق اسم وشعار ولون.',
    brandOpen: (list) => `ما زال ينقص: ${isolate(list)}.`,
    brandParts: {
      name: `الاسم ${isolate('(APP_NAME)')}`,
      logo: `الشعار ${isolate('(BRAND_DIR)')}`,
      accent: `اللون ${isolate('(APP_ACCENT)')}`,
    },
    secondFactorDone: 'هو مطلوب، ولدى كل مسؤول عامل ثانٍ.',
    secondFactorOptional: `هو غير مطلوب. اضبط ${isolate('SECOND_FACTOR=administrators')}.`,
    secondFactorMissing: (count) =>
      plural(count, {
        zero: 'لدى كل مسؤول عامل ثانٍ.',
        one: 'ليس لدى مسؤول واحد عامل ثانٍ.',
        two: 'ليس لدى مسؤولَين عامل ثانٍ.',
        few: `ليس لدى ${count} مسؤولين عامل ثانٍ.`,
        many: `ليس لدى ${count} مسؤولًا عامل ثانٍ.`,
        other: `ليس لدى ${count} مسؤول عامل ثانٍ.`,
      }),
    databases: {
      embedded: `قاعدة البيانات المضمَّنة للتطوير فقط. اضبط ${isolate('MONGODB_URI')}.`,
      single:
        'لا يُنسخ الخادم المنفرد احتياطيًا إلا وFoyer متوقف. أما مع مجموعة النسخ المتماثلة فيواصل Foyer عمله.',
      'replica-set':
        'يمكن نسخ مجموعة النسخ المتماثلة احتياطيًا أثناء عمل Foyer. لا يرى Foyer هل تفعل ذلك، فجرّب الاستعادة.',
      sharded: 'يمكن نسخ العنقود المجزَّأ احتياطيًا أثناء عمل Foyer. لا يرى Foyer هل تفعل ذلك، فجرّب الاستعادة.',
    },
    restoreOpen: `استُعيدت نسخة احتياطية، وما زالت عمليات الدخول السابقة صالحة. أنهِها: ${isolate('foyer-server data end-issued')}`,
    webhookDone: (count) =>
      plural(count, {
        zero: 'لا تستقبل أي نقطة الأحداث.',
        one: 'تستقبل نقطة واحدة الأحداث.',
        two: 'تستقبل نقطتان الأحداث.',
        few: `تستقبل ${count} نقاط الأحداث.`,
        many: `تستقبل ${count} نقطة الأحداث.`,
        other: `تستقبل ${count} نقطة الأحداث.`,
      }),
    webhookOpen: 'لا توجد نقطة مفعّلة، فلا يعلم أي تطبيق بالتغييرات.',
    webhookBroken: (count) =>
      plural(count, {
        zero: 'لا تفشل أي نقطة.',
        one: 'تفشل نقطة واحدة.',
        two: 'تفشل نقطتان.',
        few: `تفشل ${count} نقاط.`,
        many: `تفشل ${count} نقطة.`,
        other: `تفشل ${count} نقطة.`,
      }),
    proxyDone: 'يستخدم الناس HTTPS، ويمرّر الوسيط عناوينهم.',
    proxies: {
      'plain-http': `يصل الناس إلى هذا الخادم عبر HTTP غير المشفَّر. ضع أمامه وسيطًا مع HTTPS، واضبط ${isolate('APP_ORIGIN')}.`,
      'not-trusted': `يمرّر وسيط هذا الطلب و${isolate('TRUST_PROXY')} معطّل. لذلك للجميع عنوان الوسيط ويتقاسمون حدوده.`,
      'no-header': `ليس في هذا الطلب الترويسة ${isolate('X-Forwarded-For')}. على الوسيط أن يرسلها، وعلى ${isolate('TRUST_PROXY')} أن يسمّي الوسيط.`,
      'too-many-trusted': `مرّ هذا الطلب بوسطاء أقل مما يقول ${isolate('TRUST_PROXY')}. لذلك يستطيع المتصل أن يختار العنوان الذي يراه Foyer.`,
      'unknown-sender': `يمرّر هذا الطلب وسيط لا يذكر ${isolate('TRUST_PROXY')} عنوانه.`,
    },
    readMore: 'المزيد في',
    seeFailedJobs: 'عرض المهام الفاشلة',
    seeSettings: 'عرض الإعدادات',
    seeAdministrators: 'عرض المسؤولين',
    seeWebhooks: 'عرض الويب هوك',
    sendTest: 'أرسل إليّ رسالة تجريبية',
    sentTo: (to) => `قبل خادم البريد الرسالة إلى ${isolate(to)}. انظر في بريدك.`,
    sentToOutbox: (to) => `الرسالة إلى ${isolate(to)} في صندوق الصادر لهذا الخادم: ${OUTBOX}`,
    testFailed: 'لم يقبل خادم البريد الرسالة',
    noAddress: 'ليس لحسابك عنوان بريد مؤكَّد، فلم يُرسل شيء.',
  },

  settings: {
    title: 'الإعدادات',
    hint: `مصدرها متغيرات البيئة والملف ${isolate('.env')}. لا يسري التغيير إلا بعد إعادة التشغيل.`,
    providers: 'مزوّدو الهوية',
    noProviders: 'لا يوجد مزوّد هوية.',
    name: 'الاسم',
    id: 'المعرّف',
    issuer: 'المُصدِر',
    domains: 'نطاقات البريد',
    remarks: 'ملاحظات',
    isDemo: 'عرض تجريبي',
    isFound: 'وُجد عبر عنوان بريد',
    trustsEmail: 'عناوينه موثوقة',
    otherMethods: 'طرق أخرى لتسجيل الدخول',
    methods: {
      email: 'رابط أو رمز بالبريد',
      password: 'كلمة المرور',
      passkey: 'مفتاح المرور',
      phone: 'رمز برسالة نصية',
    },
    groups: {
      serving: 'أين يجيب Foyer',
      brand: 'الهوية البصرية',
      storage: 'ما يخزّنه Foyer',
      messages: 'البريد والرسائل النصية',
      webhooks: 'الويب هوك',
      'sign-in': 'تسجيل الدخول',
    },
    set: 'مضبوط',
    showNotSet: (count) =>
      plural(count, {
        zero: 'كل الإعدادات مضبوطة',
        one: 'عرض إعداد واحد غير مضبوط',
        two: 'عرض إعدادين غير مضبوطين',
        few: `عرض ${count} إعدادات غير مضبوطة`,
        many: `عرض ${count} إعدادًا غير مضبوط`,
        other: `عرض ${count} إعداد غير مضبوط`,
      }),
  },
};
