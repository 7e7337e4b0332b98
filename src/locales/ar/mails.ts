import { isolate } from '../isolate.ts';
import type { MailTexts } from '../texts.ts';
import { RECOVERY_CODES_FEW } from '../../shared/limits.ts';
import { plural } from './plural.ts';

const because = (label: string | null) => (label === null ? '' : `، لهذا السبب: «${label}»`);

const quoted = (label: string | null) => (label === null ? '' : ` «${isolate(label)}»`);

const named = (method: string, label: string | null) =>
  label === null ? isolate(method) : `${isolate(method)} (${isolate(label)})`;

const IGNORE_SIGN_IN = 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لا يستطيع أحد تسجيل الدخول دون الرابط أو الرمز.';

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
  security: {
    'passkey-added': ({ name, label }) => ({
      title: `تمت إضافة مفتاح مرور لدى ${isolate(name)}`,
      what: `يمكنك الآن تسجيل الدخول بمفتاح المرور${quoted(label)}. ولا يحتاج إلى كلمة مرور ولا إلى خطوة ثانية.`,
      advice: 'إن لم تكن أنت، فأزله وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'passkey-removed': ({ name, label }) => ({
      title: `تمت إزالة مفتاح مرور لدى ${isolate(name)}`,
      what: `لم يعد بالإمكان تسجيل الدخول إلى حسابك بمفتاح المرور${quoted(label)}.`,
      advice: 'إن لم تكن أنت، فسجّل الدخول بطريقة أخرى وتحقق مما تغير أيضًا.',
    }),
    'authenticator-app-added': ({ name, label }) => ({
      title: `تمت إضافة تطبيق مصادقة لدى ${isolate(name)}`,
      what: `تمت إضافة تطبيق المصادقة${quoted(label)}. وعند تسجيل الدخول نطلب منك خطوة ثانية.`,
      advice: 'إن لم تكن أنت، فأزله وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'authenticator-app-removed': ({ name, label }) => ({
      title: `تمت إزالة تطبيق مصادقة لدى ${isolate(name)}`,
      what: `لم تعد رموز تطبيق المصادقة${quoted(label)} صالحة. وإن لم يكن لديك تطبيق مصادقة آخر، فتسجيل الدخول يحتاج إلى خطوة واحدة فقط.`,
      advice: 'إن لم تكن أنت، فغيّر كلمة مرورك وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'recovery-codes-created': ({ name }) => ({
      title: `تم إنشاء رموز استرداد لدى ${isolate(name)}`,
      what: 'لحسابك الآن عشرة رموز استرداد جديدة. ولم تعد الرموز السابقة صالحة.',
      advice: 'إن لم تكن أنت، فغيّر كلمة مرورك وأنشئ رموز استرداد جديدة.',
    }),
    'recovery-code-used': ({ name, label }) => {
      const count = Number(label);
      const few = 'أنشئ رموزًا جديدة قريبًا، واحفظها في مكان آمن.';
      return {
        title: `استُخدم رمز استرداد لدى ${isolate(name)}`,
        what: [
          'قدّم شخص ما أحد رموز الاسترداد الخاصة بك كخطوة ثانية.',
          plural(count, {
            zero: 'لم يبق أي رمز.',
            one: 'بقي رمز واحد.',
            two: 'بقي رمزان.',
            few: `بقيت ${count} رموز.`,
            many: `بقي ${count} رمزًا.`,
            other: `بقي ${count} رمز.`,
          }),
          ...(count <= RECOVERY_CODES_FEW ? [few] : []),
        ].join(' '),
        advice: 'إن لم تكن أنت، فغيّر كلمة مرورك، ثم أنشئ رموز استرداد جديدة.',
      };
    },
    'first-factor-passed': ({ name }) => ({
      title: `اجتاز شخص ما الخطوة الأولى لتسجيل الدخول لدى ${isolate(name)}`,
      what: 'قدّم شخص ما كلمة مرورك، أو اجتاز خطوة أولى أخرى، لكنه لم يجتز الخطوة الثانية. ولذلك لم يتم تسجيل دخول أحد.',
      advice:
        'إن لم تكن أنت، فهناك من يعرف كلمة مرورك أو يستطيع قراءة بريدك: غيّر كلمة مرورك. وإن كنت أنت من توقف في المنتصف، فلا حاجة إلى أي إجراء.',
    }),
    'second-factor-removal-requested': ({ name, label }) => ({
      title: `سيتم إيقاف التحقق بخطوتين لدى ${isolate(name)}`,
      what: `طُلب من مشغّل الموقع إزالة الخطوة الثانية من حسابك${
        label === null ? '' : `، للسبب التالي: «${isolate(label)}»`
      }. خلال 24 ساعة ستُزال تطبيقات المصادقة ورموز الاسترداد والمتصفحات الموثوقة. وتبقى مفاتيح المرور، إلا إذا كان هذا الموقع يطلب خطوة ثانية من الجميع: عندها تُزال هي أيضًا.`,
      advice:
        'إن لم تطلب ذلك، فأوقفه خلال 24 ساعة: ربما يحاول شخص ما الدخول إلى حسابك. تسألك الصفحة أولاً. وإن كنت قد طلبته، فلا حاجة إلى أي إجراء.',
    }),
    'second-factor-removal-stopped': ({ name }) => ({
      title: `يبقى التحقق بخطوتين مفعّلاً لدى ${isolate(name)}`,
      what: 'تم إيقاف إزالة الخطوة الثانية التي بدأها المشغّل. ولم يُزَل شيء.',
      advice: 'إن كنت قد فقدت خطوتك الثانية ولم توقف الإزالة أنت، فراسل مشغّلي الموقع.',
    }),
    'second-factor-removed': ({ name, label }) => ({
      title: `تم إيقاف التحقق بخطوتين لدى ${isolate(name)}`,
      what: `أُزيلت من حسابك جميع تطبيقات المصادقة ورموز الاسترداد والمتصفحات الموثوقة. ${
        label === null
          ? 'وما زالت مفاتيح المرور تعمل.'
          : `وأُزيلت أيضًا مفاتيح المرور التالية: ${isolate(label)}.`
      }`,
      advice: 'سجّل الدخول وأعد إعداده. وإن لم تتوقع ذلك، فغيّر كلمة مرورك أيضًا.',
    }),
    'account-created': ({ name }) => ({
      title: `أنت مدعو إلى ${name}`,
      what: 'أُنشئ حساب لهذا العنوان. يسجّل الزر دخولك لأول مرة. يعمل مرة واحدة خلال سبعة أيام.',
      advice: 'إذا كنت لا تريد الحساب، فلا تفعل شيئًا: لا يمكن لأحد استخدامه من دون بريدك.',
    }),
    'account-suspended': ({ name, label }) => ({
      title: `تم إيقاف حسابك في ${name}`,
      what: `لم يعد بإمكانك تسجيل الدخول، وتم تسجيل خروج كل الأجهزة${because(label)}.`,
      advice: 'إذا كنت تظن أن هذا خطأ، فاكتب إلى فريق دعم الموقع.',
    }),
    'account-resumed': ({ name }) => ({
      title: `يمكنك استخدام حسابك في ${name} مجددًا`,
      what: 'انتهى الإيقاف، ويمكنك تسجيل الدخول مجددًا.',
      advice: 'إذا كان لديك سؤال، فاكتب إلى فريق دعم الموقع.',
    }),
    'roles-changed': ({ name, label }) => ({
      title: `تم تغيير أدوارك في ${name}`,
      what: label === null ? 'ليس لديك أدوار الآن.' : `أدوارك الآن: ${label}.`,
      advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
    }),
    'sessions-ended-by-administrator': ({ name, label }) => ({
      title: `تم تسجيل خروجك من كل الأجهزة في ${name}`,
      what: `سجّل مشغّل الموقع خروج كل أجهزتك${because(label)}. يمكنك تسجيل الدخول مجددًا.`,
      advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
    }),
    'impersonation-started': ({ name, label }) => ({
      title: `مشرف يتصرف بصفتك في ${name}`,
      what: `يستخدم مشرف الموقع حسابك لمدة ساعة على الأكثر${because(label)}. يرى ما تراه، ولا يمكنه تغيير حسابك. يمكنك تسجيل خروجه من قائمة أجهزتك.`,
      advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
    }),
    'sign-in': ({ name }) => ({
      title: `تسجيل دخول جديد لدى ${isolate(name)}`,
      what: 'سجّل شخص ما الدخول إلى حسابك من جهاز لم يُستخدم له من قبل.',
      advice: 'إن لم تكن أنت، فأنهِ تلك الجلسة، ثم راجع طرق تسجيل الدخول.',
    }),
    'account-linked': ({ name, method, label }) => ({
      title: `تم ربط ${isolate(method)} لدى ${isolate(name)}`,
      what: `يمكنك الآن تسجيل الدخول باستخدام ${named(method, label)}.`,
      advice: 'إن لم تكن أنت، فأزل الربط وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'account-unlinked': ({ name, method, label }) => ({
      title: `تمت إزالة ${isolate(method)} لدى ${isolate(name)}`,
      what: `لم يعد بالإمكان تسجيل الدخول إلى حسابك باستخدام ${named(method, label)}.`,
      advice: 'إن لم تكن أنت، فسجّل الدخول بطريقة أخرى وتحقق مما تغير أيضًا.',
    }),
    'password-set': ({ name }) => ({
      title: `تم تعيين كلمة مرور لدى ${isolate(name)}`,
      what: 'يمكنك الآن تسجيل الدخول بعنوانك وكلمة مرور.',
      advice: 'إن لم تكن أنت، فأزلها وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'password-changed': ({ name }) => ({
      title: `تم تغيير كلمة مرورك لدى ${isolate(name)}`,
      what: 'استُبدلت كلمة مرورك بأخرى، وتم تسجيل الخروج من جميع الأجهزة الأخرى.',
      advice: 'إن لم تكن أنت، فاختر كلمة مرور جديدة فورًا: يؤدي ذلك إلى تسجيل الخروج من جميع الأجهزة.',
    }),
    'password-reset': ({ name }) => ({
      title: `اختيرت كلمة مرور جديدة لدى ${isolate(name)}`,
      what: 'اختيرت عبر رابط أُرسل إلى هذا العنوان. تم تسجيل الخروج من جميع الأجهزة وإبطال جميع رموز الوصول.',
      advice: 'إن لم تكن أنت، فهناك من يستطيع قراءة بريدك: اختر كلمة مرور أخرى للبريد أولاً، ثم هنا.',
    }),
    'password-removed': ({ name }) => ({
      title: `تمت إزالة كلمة مرورك لدى ${isolate(name)}`,
      what: 'تسجّل الدخول عبر رابط يُرسل إلى هذا العنوان، أو بحساب مرتبط.',
      advice: 'إن لم تكن أنت، فسجّل الدخول وتحقق مما تغير أيضًا.',
    }),
    'phone-verified': ({ name }) => ({
      title: `تمت إضافة رقم هاتف لدى ${isolate(name)}`,
      what: 'يمكنك الآن استخدامه لتأكيد هويتك.',
      advice: 'إن لم تكن أنت، فأزله وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'phone-removed': ({ name }) => ({
      title: `تمت إزالة رقم هاتفك لدى ${isolate(name)}`,
      what: 'لم يعد جزءًا من حسابك.',
      advice: 'إن لم تكن أنت، فتحقق مما تغير أيضًا وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'phone-taken': ({ name, label }) => ({
      title: `لم يعد رقم هاتفك لك لدى ${isolate(name)}`,
      what: `أثبت شخص آخر أن الرسائل المرسلة إلى ${
        label === null ? 'رقمك' : `الرقم المنتهي بـ ${isolate(label)}`
      } تصل إليه، ولذلك أزيل الرقم من حسابك.`,
      advice: 'إن كان هذا الرقم ما زال لك، فأكّده مرة أخرى، ثم اسأل شركة الهاتف عما إذا كان شخص ما قد نقله.',
    }),
    'email-added': ({ name }) => ({
      title: `هذا عنوانك الآن لدى ${isolate(name)}`,
      what: 'تم تأكيد هذا العنوان لحسابك. ستسجّل الدخول به من الآن فصاعدًا، ونراسلك عليه بشأن حسابك.',
      advice: 'إن لم تكن أنت، فسجّل الدخول وتحقق مما تغير أيضًا.',
    }),
    'email-changed': ({ name, label }) => ({
      title: `تم تغيير عنوان بريدك الإلكتروني لدى ${isolate(name)}`,
      what: `أصبح عنوان حسابك الآن ${
        label === null ? 'عنوانًا آخر' : isolate(label)
      }. ولم يعد هذا العنوان يصلح لتسجيل الدخول.`,
      advice:
        'إن لم تكن أنت، فتراجع عن التغيير خلال سبعة أيام: يستعيد حسابك هذا العنوان، ويتم تسجيل الخروج من جميع الأجهزة. تسألك الصفحة أولاً. وإن كنت أنت، فلا حاجة إلى أي إجراء.',
    }),
    'email-change-undone': ({ name, label }) => ({
      title: `تم التراجع عن تغيير عنوان البريد الإلكتروني لدى ${isolate(name)}`,
      what: `عاد ${
        label === null ? 'العنوان السابق' : isolate(label)
      } عنوانًا لحسابك. تم تسجيل الخروج من جميع الأجهزة. وأزيلت كلمة المرور وكل ما أضيف منذ التغيير.`,
      advice:
        'سجّل الدخول عبر رابط يُرسل إلى ذلك العنوان، وأزل طرق تسجيل الدخول التي لا تعرفها. وإن كان شخص آخر يستطيع قراءة بريدك، فاختر كلمة مرور أخرى للبريد أولاً.',
    }),
    'client-sign-in': ({ name, label }) => ({
      title: `تسجيل دخول جديد إلى ${label === null ? 'تطبيق' : isolate(label)} بحسابك لدى ${isolate(name)}`,
      what: `استُخدم حسابك لتسجيل الدخول إلى ${label === null ? 'تطبيق' : isolate(label)}. تجد التطبيق بين أجهزتك، حيث يمكنك تسجيل خروجه.`,
      advice: 'إن لم تكن أنت، فسجّل خروج التطبيق ثم راجع طرق تسجيل الدخول لديك.',
    }),
    'client-token-reused': ({ name, label }) => ({
      title: `تم تسجيل خروج ${label === null ? 'تطبيق' : isolate(label)} من حسابك لدى ${isolate(name)}`,
      what: 'استُخدم رمز قديم للتطبيق مرة أخرى. ربما نسخه شخص ما، لذلك تم تسجيل خروج التطبيق.',
      advice: 'سجّل الدخول إلى التطبيق من جديد. وإن تكرر ذلك، فافحص الجهاز الذي تستخدمه عليه.',
    }),
    'access-token-created': ({ name, label }) => ({
      title: `تم إنشاء رمز وصول لدى ${isolate(name)}`,
      what: `يستطيع كل من يملك ${
        label === null ? 'الرمز' : `الرمز «${isolate(label)}»`
      } التصرف نيابة عنك، في حدود صلاحياته.`,
      advice: 'إن لم تكن أنت، فأبطله وسجّل الخروج من أجهزتك الأخرى.',
    }),
    'account-deleted': ({ name }) => ({
      title: `تم حذف حسابك لدى ${isolate(name)}`,
      what: 'لم يعد بإمكان أحد تسجيل الدخول إليه، ويجري حذف ما كان محفوظًا عنك.',
      advice: 'إن لم تكن أنت، فراسل مشغّلي الموقع.',
    }),
    'security-review-due': ({ name }) => ({
      title: `راجع ما أضيف إلى حسابك لدى ${isolate(name)}`,
      what: 'أُعيد تعيين كلمة مرورك، ثم سجّل شخص ما الدخول إلى حسابك. لا تزيل إعادة التعيين طرق تسجيل الدخول الأخرى.',
      advice: 'راجع حسابك وأزل ما لا تعرفه: يستطيع من أضافه تسجيل الدخول به. وأبقِ ما هو لك.',
    }),
    'unverified-methods-removed': ({ name }) => ({
      title: `تم تأكيد عنوانك لدى ${isolate(name)}`,
      what: 'أنشأ شخص ما من قبل حسابًا بعنوانك دون أن يؤكد العنوان. والآن أكّدته أنت، ولذلك أزيلت جميع طرق تسجيل الدخول التي أضيفت من قبل وجميع الجلسات.',
      advice: 'إن كان بعضها لك، فأضفه مرة أخرى.',
    }),
  },
  confirmEmail: {
    title: (name) => `تأكيد عنوانك لدى ${isolate(name)}`,
    lead: (name) =>
      `يريد شخص ما، ونأمل أن يكون أنت، استخدام هذا العنوان لحسابه لدى ${isolate(name)}. يعمل الرابط حيث سجّلت الدخول بذلك الحساب. وفي أي مكان آخر، أدخل الرمز في الصفحة التي أُدخل فيها العنوان.`,
    button: 'مراجعة وتأكيد',
    ignore: 'إن لم تطلب ذلك، فتجاهل هذه الرسالة: لن يحدث شيء لعنوانك. لا تشارك الرمز مع أي شخص.',
  },
  addressTaken: {
    title: (name) => `أراد شخص ما استخدام عنوانك لدى ${isolate(name)}`,
    sentences: [
      'أراد إضافته إلى حساب غير حسابك. لم يتغير شيء، ولم يعرف أن لديك حسابًا.',
      'إن كنت أنت، فسجّل الدخول إلى الحساب بهذا العنوان، أو غيّر عنوانه أولاً. وإلا فلا حاجة إلى أي إجراء.',
    ],
    button: (name) => `الانتقال إلى ${isolate(name)}`,
  },
  undoChange: 'لم أكن أنا، تراجع عن ذلك',
  test: {
    title: (name) => `رسالة تجريبية من ${isolate(name)}`,
    lead: (name) => `أرسل أحد مسؤولي ${isolate(name)} هذه الرسالة إلى عنوانه هو ليتحقق من وصول الرسائل.`,
    advice: 'لقد وصلت، ولا حاجة إلى شيء آخر.',
    button: 'افتح لوحة الإدارة',
  },
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
    title: (name) => `تغيّرت نقاط ويب هوك لدى ${isolate(name)}`,
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
    by: 'بواسطة',
    named: (name, actor) => `${isolate(name)} (${isolate(actor)})`,
    advice:
      'إن لم تكن على علم بهذا التغيير، فعطّل نقطة الويب هوك وراجع سجل الإدارة. ثم أبطل مفتاح الخدمة، أو سجّل خروج المشرف.',
    button: 'عرض نقاط الويب هوك',
  },
  facts: {
    when: 'الوقت',
    where: 'المكان',
    how: 'الطريقة',
    line: (label, value) => `${isolate(label)}: ${isolate(value)}`,
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
    support: 'التواصل مع الدعم',
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
  // Without isolates, which some phones show as boxes. The code and the name need none at these places.
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
