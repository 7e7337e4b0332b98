import {
  NAME_MAX_LENGTH,
  PASSWORD_MAX_LENGTH,
  PASSWORD_MIN_LENGTH,
  VERIFICATION_CODE_DIGITS,
} from '../../../shared/limits.ts';
import { isolate } from '../../isolate.ts';
import { firstPage } from './first-page.ts';
import { withTitle, type ErrorTexts } from '../../texts.ts';

const ANOTHER_ACCOUNT = 'جرّب تسجيل الدخول بحساب آخر.';
const IN_A_MOMENT = 'حاول مرة أخرى بعد قليل.';

/** For pages and the server's own HTML. Answers to scripts stay English. */
const errors: ErrorTexts['errors'] = {
  ...firstPage.firstErrors,
  ...withTitle('تعذّر تسجيل الدخول', {
    Signin: {
      message: 'تعذّر بدء تسجيل الدخول: انتهت صلاحية النموذج، أو أن طريقة تسجيل الدخول هذه غير متاحة هنا.',
      hint: ANOTHER_ACCOUNT,
    },
    OAuthSignin: { message: 'تعذّر الوصول إلى مزوّد الهوية لبدء تسجيل الدخول.', hint: IN_A_MOMENT },
    OAuthCallback: {
      message: 'تعذّر قبول رد مزوّد الهوية، أو أُلغي تسجيل الدخول هناك.',
      hint: ANOTHER_ACCOUNT,
    },
    OAuthCreateAccount: {
      message: 'تم تأكيد هويتك، لكن تعذّر حفظ الحساب. لم يتغير شيء.',
      hint: IN_A_MOMENT,
    },
    EmailCreateAccount: {
      message: 'تم تأكيد عنوانك، لكن تعذّر حفظ الحساب. اطلب رابطًا جديدًا.',
      hint: 'لم يتغير شيء.',
    },
    Callback: { message: 'حدث خطأ من جانبنا أثناء إكمال تسجيل الدخول.', hint: IN_A_MOMENT },
    OAuthAccountNotLinked: {
      message: 'يوجد بالفعل حساب بعنوان البريد الإلكتروني هذا، وهو يستخدم طريقة أخرى لتسجيل الدخول.',
      hint: 'لتأكيد هويتك، سجّل الدخول بالحساب نفسه الذي استخدمته في الأصل.',
    },
    EmailSignin: {
      message: 'تعذّر إرسال رسالة البريد الإلكتروني.',
      hint: 'تحقق من العنوان، ثم حاول مرة أخرى بعد قليل.',
    },
    CredentialsSignin: {
      message: 'البيانات التي أدخلتها لا تخص أي حساب.',
      hint: 'فشل تسجيل الدخول. تحقق من صحة البيانات التي أدخلتها.',
    },
    SessionRequired: {
      message: 'يتطلب هذا أن تكون مسجّلاً الدخول.',
      hint: 'سجّل الدخول للوصول إلى هذه الصفحة.',
    },
    Verification: {
      message: 'لم يعد رابط تسجيل الدخول صالحًا.',
      hint: 'ربما استُخدم من قبل أو انتهت صلاحيته.',
    },
    CODE_INVALID: { message: 'هذا الرمز غير صحيح.', hint: 'تحقق من الأرقام الستة في أحدث رسالة.' },
    CODE_DEAD: {
      message: 'أُدخل هذا الرمز بشكل خاطئ مرات كثيرة ولم يعد صالحًا.',
      hint: 'اطلب رمزًا جديدًا، أو استخدم الرابط إن وُجد معه.',
    },
    CODE_OTHER_BROWSER: {
      message: 'لم يُطلب هذا الرمز من هذا المتصفح.',
      hint: 'أدخل الرمز في المتصفح الذي طلبته منه، أو افتح الرابط الوارد في الرسالة، أو اطلب رمزًا جديدًا هنا.',
    },
    PROOF_OF_WORK_REQUIRED: {
      message: 'تصل الآن طلبات كثيرة من أجهزة غير معروفة، لذلك يجب فحص جهازك أولاً.',
      hint: 'يجري المتصفح الذي يشغّل البرامج النصية هذا الفحص تلقائيًا. دونها، استخدم طريقة أخرى لتسجيل الدخول، أو عُد بعد بضع دقائق.',
    },
    REAUTHENTICATION_FAILED: {
      message: 'لم يؤكد المزوّد أنك أنت من سجّل الدخول الآن بالحساب المرتبط هنا.',
      hint: 'اختر الحساب المرتبط هناك وسجّل الدخول مجددًا، أو استخدم طريقة أخرى لتسجيل الدخول.',
    },
    LINK_EXPIRED: {
      message: 'طلب ربط الحساب هذا اكتمل من قبل أو انتهت صلاحيته.',
      hint: 'ابدأ من جديد لدى المزوّد.',
    },
    PASSKEY_INVALID: {
      message: 'تعذّر التحقق من مفتاح المرور هذا.',
      hint: 'حاول مجددًا، أو سجّل الدخول بطريقة أخرى.',
    },
    PASSKEY_UNKNOWN: {
      message: 'لم يعد مفتاح المرور هذا تابعًا لأي حساب هنا.',
      hint: 'سجّل الدخول بطريقة أخرى، واحذفه من حيث تُحفظ مفاتيح مرورك.',
    },
    PASSKEY_OTHER_HOST: {
      message: 'أُنشئ مفتاح المرور هذا لعنوان سابق لهذا الموقع، ولا يعمل هنا.',
      hint: 'سجّل الدخول بطريقة أخرى، وأنشئ مفتاح مرور جديدًا.',
    },
    SECOND_FACTOR_INVALID: {
      message: 'هذا الرمز غير صحيح، أو استُخدم من قبل.',
      hint: 'انتظر الرمز التالي في تطبيقك، أو استخدم رمز استرداد لم تستخدمه بعد.',
    },
    SIGN_IN_EXPIRED: {
      message: 'استغرق تسجيل الدخول هذا وقتًا طويلًا، أو كانت رموز كثيرة غير صحيحة.',
      hint: 'سجّل الدخول مجددًا.',
    },
    EMAIL_KEPT: {
      message: 'استُبدل هذا العنوان قبل أقل من سبعة أيام، وهو محجوز لحسابه.',
      hint: 'سجّل الدخول بالعنوان الجديد. إن لم يكن لك، فاستخدم الرابط الوارد في الرسالة التي أبلغت بالتغيير.',
    },
    ACCESS_TOKEN_INVALID: {
      message: 'رمز الوصول هذا غير صالح.',
      hint: 'قد يكون مكتوبًا بشكل خاطئ أو منتهي الصلاحية أو مُبطَلاً. أنشئ رمزًا جديدًا في حسابك.',
    },
    ACCOUNT_SUSPENDED: { message: 'هذا الحساب موقوف.', hint: 'اسأل فريق دعم هذا الموقع.' },
    ADMISSION_UNKNOWN: {
      message: 'لم يتمكن هذا الموقع من تحديد ما إذا كان يُسمح لك بتسجيل الدخول.',
      hint: 'حاول مجددًا بعد قليل.',
    },
    DEVICE_CODE_EXPIRED: {
      message: 'انتهت صلاحية عملية تسجيل الدخول هذه، أو سبق استلام رمز الوصول الخاص بها.',
      hint: 'ابدأ من جديد.',
    },
    OAUTH_CLIENT_UNKNOWN: {
      message: 'لا يعرف هذا الموقع التطبيق الذي أرسلك إلى هنا.',
      hint: 'ابدأ من جديد في التطبيق. إذا بقي الخطأ، فأبلغ القائمين على التطبيق.',
    },
    OAUTH_REDIRECT_UNKNOWN: {
      message: 'طلب التطبيق إرسالك إلى عنوان غير مسجل له.',
      hint: 'ابدأ من جديد في التطبيق. إذا بقي الخطأ، فأبلغ القائمين على التطبيق.',
    },
  }),
  ...withTitle('خطأ في الخادم', {
    Configuration: { message: 'توجد مشكلة في إعدادات الخادم.', hint: 'تعذّر تسجيل الدخول.' },
  }),
  ...withTitle('تم رفض الوصول', {
    AccessDenied: { message: 'ليس لديك إذن بتسجيل الدخول.', hint: ANOTHER_ACCOUNT },
    ACCESS_TOKEN_REFUSED: {
      message: 'لا يمكن إجراء ذلك باستخدام رمز وصول.',
      hint: 'سجّل الدخول في متصفح ونفّذ ذلك هناك.',
    },
    SCOPE_MISSING: {
      message: 'لا يملك رمز الوصول هذا صلاحية القيام بذلك.',
      hint: 'أنشئ رمزًا يتضمن الصلاحية المذكورة.',
    },
    ADMISSION_REFUSED: {
      message: 'لا يسمح لك هذا الموقع بتسجيل الدخول.',
      hint: 'اسأل فريق دعم هذا الموقع.',
    },
    ADMINISTRATOR_REQUIRED: {
      message: 'يمكن للمشرفين فقط فعل هذا.',
      hint: 'سجّل الدخول بحساب له دور المشرف.',
    },
    PERMISSION_MISSING: { message: 'ليس لديك إذن لفعل هذا.', hint: 'اطلب الإذن من أحد مشرفي هذا الموقع.' },
    ADMINISTRATOR_PROTECTED: {
      message: 'لا يمكن فعل هذا بحساب مشرف.',
      hint: 'يمكن لمشرف أن يزيل دوره أولًا في لوحة الإدارة.',
    },
    SERVICE_KEY_REFUSED: {
      message: 'لا يمكن لمفتاح خدمة فعل هذا، لأنه ليس شخصًا.',
      hint: 'استدعِ إجراءً يقبل مفتاح خدمة، مثل users.get.',
    },
    IMPERSONATION_REFUSED: {
      message: 'لا يمكنك فعل هذا وأنت تتصرف بصفة شخص آخر.',
      hint: 'أنهِ ذلك أولًا، ثم استخدم حسابك.',
    },
    AUTHORIZATION_DENIED: {
      message: 'تم رفض هذا الجهاز.',
      hint: 'إن كان ذلك عن طريق الخطأ، فابدأ من جديد.',
    },
    FOREIGN_ORIGIN: { message: 'جاء هذا الطلب من موقع آخر.', hint: 'افتح الصفحة هنا وحاول مرة أخرى.' },
    THIS_MACHINE_ONLY: {
      message: 'لا يُعرض هذا إلا على الجهاز الذي يشغّل هذا الخادم.',
      hint: 'افتح الصفحة في متصفح على ذلك الجهاز، دون خادم وكيل بينهما.',
    },
  }),
  ...withTitle('خطأ', {
    SESSION_NOT_FRESH: {
      message: 'هذا إجراء حساس، وقد مضى وقت على تسجيل دخولك.',
      hint: 'أكّد هويتك للمتابعة.',
    },
    OTHER_SIGN_IN_REQUIRED: {
      message: 'سجّلت الدخول بطريقة مدرجة في هذه القائمة، ولذلك لا يمكنك تأكيد القائمة هنا.',
      hint: 'سجّل الدخول بكلمة مرورك أو عبر البريد الإلكتروني، ثم أكّدها.',
    },
    SECURITY_REVIEW_CHANGED: {
      message: 'أُضيف شيء أو تغيّر أو أُزيل منذ أن فتحت هذه القائمة.',
      hint: 'راجع القائمة مرة أخرى، وأكّدها إن كان كل ما فيها لك.',
    },
    LAST_SIGN_IN_METHOD: {
      message: 'هذه طريقتك الوحيدة لتسجيل الدخول. أضف طريقة أخرى أولاً.',
      hint: 'اربط حسابًا آخر، ثم أزل هذا الحساب.',
    },
    ACCOUNT_BELONGS_TO_OTHER: {
      message: 'هذا الحساب مرتبط هنا بمستخدم آخر.',
      hint: 'سجّل الدخول به للوصول إلى ذلك المستخدم وأزله هناك، أو اربط حسابًا مختلفًا.',
    },
    LINK_CHANGED: {
      message: 'الحساب الذي ينتظر الربط ليس الحساب الذي عُرض عليك.',
      hint: 'راجع الحساب مرة أخرى قبل ربطه.',
    },
    WORDS_DIFFER: {
      message: 'هذه ليست الكلمات المطلوب كتابتها.',
      hint: 'اكتبها كما هي معروضة دون أي إضافة. لم يُحذف شيء.',
    },
    PASSWORD_WRONG: {
      message: 'كلمة المرور هذه ليست كلمة مرورك.',
      hint: 'تحقق منها وحاول مرة أخرى، أو اطلب رابطًا لاختيار كلمة مرور جديدة.',
    },
    PASSWORD_EXISTS: {
      message: 'لديك كلمة مرور بالفعل.',
      hint: 'غيّرها بدلاً من ذلك. ستحتاج إلى كلمة مرورك الحالية.',
    },
    ADDRESS_REQUIRED: {
      message: 'تُكتب كلمة المرور مع عنوان بريد إلكتروني، ولم تؤكد أي عنوان بعد.',
      hint: 'أكّد عنوان بريد إلكتروني أولاً.',
    },
    RESET_LINK_INVALID: {
      message: 'لم يعد رابط اختيار كلمة مرور جديدة صالحًا.',
      hint: 'ربما استُخدم من قبل، أو استُخدم رابط آخر، أو مضت عليه أكثر من ساعة.',
    },
    PASSKEY_EXISTS: {
      message: 'مفتاح المرور هذا مستخدم بالفعل.',
      hint: 'سجّل الدخول به، أو أنشئ مفتاحًا آخر.',
    },
    TOO_MANY_PASSKEYS: {
      message: 'لديك أقصى عدد مسموح به من مفاتيح المرور.',
      hint: 'أزل مفتاحًا لم تعد تستخدمه.',
    },
    SECOND_FACTOR_REQUIRED: {
      message: 'يحتاج هذا إلى الخطوة الثانية.',
      hint: 'أكّد هويتك بتطبيق المصادقة أو بمفتاح مرور أو برمز استرداد.',
    },
    TOTP_ENROLMENT_EXPIRED: {
      message: 'استغرق هذا الإعداد وقتًا طويلًا.',
      hint: 'ابدأ من جديد برمز QR جديد.',
    },
    TOTP_CODE_WRONG: {
      message: 'ليس هذا هو الرمز الذي يعرضه التطبيق الآن.',
      hint: 'تحقق من أن التطبيق مسح رمز QR هذا، ومن أن ساعة هاتفك صحيحة.',
    },
    TOO_MANY_AUTHENTICATOR_APPS: {
      message: 'لديك أقصى عدد مسموح به من تطبيقات المصادقة.',
      hint: 'أزل تطبيقًا لم تعد تستخدمه.',
    },
    SECOND_FACTOR_OFF: { message: 'لا يوفر هذا الموقع التحقق بخطوتين.', hint: 'اسأل مشغّل هذا الموقع.' },
    LAST_SECOND_FACTOR: {
      message: 'يتطلب هذا الموقع خطوة ثانية، وهذه خطوتك الوحيدة.',
      hint: 'أضف خطوة أخرى أولًا.',
    },
    REMOVAL_LINK_INVALID: {
      message: 'لم يعد هذا الرابط، الذي يُبقي التحقق بخطوتين مفعّلًا، يعمل.',
      hint: 'استُخدم من قبل، أو انقضت 24 ساعة. سجّل الدخول وراجع نشاطك.',
    },
    EMAIL_LINK_INVALID: {
      message: 'لا يؤكد هذا الرابط أي عنوان لحسابك.',
      hint: 'ربما استُخدم من قبل، أو مضى عليه أكثر من يوم، أو طلبت رابطًا أحدث، أو سجّلت الدخول بحساب آخر.',
    },
    EMAIL_TAKEN: {
      message: 'هذا العنوان يخص حسابًا آخر هنا.',
      hint: 'استخدم عنوانًا آخر، أو سجّل الدخول به للوصول إلى ذلك الحساب.',
    },
    EMAIL_UNDO_INVALID: {
      message: 'لم يعد رابط استعادة العنوان هذا صالحًا.',
      hint: 'ربما استُخدم من قبل، أو مضى عليه أكثر من سبعة أيام، أو حُذف الحساب.',
    },
    PHONE_TOO_SHORT: { message: 'هذا الرقم قصير جدًا.', hint: 'تأكد من عدم نقص أي خانة.' },
    PHONE_TOO_LONG: { message: 'هذا الرقم طويل جدًا.', hint: 'تأكد من عدم تكرار أي خانة.' },
    PHONE_NOT_A_NUMBER: { message: 'هذا ليس رقم هاتف.', hint: 'أدخله كما تطلبه من هاتفك، دون حروف.' },
    PHONE_INVALID_COUNTRY: {
      message: 'بلد هذا الرقم غير معروف.',
      hint: 'اختر البلد، أو ابدأ بعلامة الجمع + ثم رمز الاتصال الدولي.',
    },
    PHONE_NOT_ALLOWED: {
      message: 'لا يمكن استخدام هذا الرقم هنا.',
      hint: 'استخدم رقمًا خاصًا بك يستقبل الرسائل النصية.',
    },
    PHONE_SEND_FAILED: {
      message: 'تعذّر إرسال الرسالة النصية.',
      hint: 'تحقق من الرقم، ثم حاول مرة أخرى بعد فترة.',
    },
    TOO_MANY_ACCESS_TOKENS: {
      message: 'لقد بلغت الحد الأقصى لعدد رموز الوصول.',
      hint: 'أبطل رمزًا لم تعد بحاجة إليه.',
    },
    LAST_ADMINISTRATOR: { message: 'هذا هو المشرف الأخير.', hint: 'اجعل شخصًا آخر مشرفًا أولًا.' },
    METHODS_UNCONFIRMED: {
      message: 'لم يؤكد هذا الشخص بعد كل ما في حسابه.',
      hint: 'يمكنه تسجيل الدخول بالبريد الإلكتروني وتأكيد ذلك في صفحة حسابه، أو يمكن لمشرف إزالته في لوحة الإدارة.',
    },
    SERVICE_KEY_INVALID: {
      message: 'مفتاح الخدمة هذا غير معروف أو منتهي الصلاحية أو مُبطل، أو لا يُسمح لهذا العنوان باستخدامه.',
      hint: 'أنشئ مفتاح خدمة جديدًا في لوحة الإدارة.',
    },
    TOO_MANY_SERVICE_KEYS: {
      message: 'لديك أقصى عدد مسموح به من مفاتيح الخدمة.',
      hint: 'أبطل مفتاحًا لم تعد تستخدمه.',
    },
    EXTERNAL_ID_TAKEN: { message: 'لدى شخص آخر هذا المعرّف الخارجي.', hint: 'اختر معرّفًا آخر.' },
    EVENT_CURSOR_EXPIRED: {
      message: 'لم تعد الأحداث التي تلي هذا المؤشر محفوظة.',
      hint: 'خذ مؤشرًا جديدًا باستخدام `from: "now"`. ثم قارن جميع الأشخاص (`users.list`) وتابع القراءة من ذلك المؤشر.',
    },
    TOO_MANY_WEBHOOKS: {
      message: 'لديك أقصى عدد مسموح به من نقاط الويب هوك.',
      hint: 'احذف نقطة لم تعد تستخدمها.',
    },
    WEBHOOK_SET_BY_ENVIRONMENT: {
      message: 'بيئة الخادم هي التي تحدّد هذه النقطة.',
      hint: 'غيّر WEBHOOK_URL أو WEBHOOK_SECRET ثم أعد تشغيل الخادم.',
    },
    WEBHOOK_SET_BY_ADMINISTRATOR: {
      message: 'أنشأ مشرف هذه النقطة أو غيّرها، فلا يُسمح لأي مفتاح خدمة بتغييرها.',
      hint: 'غيّرها في `/admin/webhooks`، أو دع المفتاح يضيف نقطة خاصة به (`webhooks.create`).',
    },
    WEBHOOK_DISABLED: { message: 'هذه النقطة معطّلة.', hint: 'فعّلها أولًا.' },
    TOO_MANY_EVENTS: { message: 'توجد أحداث كثيرة جدًا في هذه المدة.', hint: 'اختر مدة أقصر.' },
    USER_CODE_INVALID: {
      message: 'لا يوجد جهاز ينتظر بهذا الرمز.',
      hint: 'قارنه بالرمز الذي يعرضه الجهاز. يعمل الرمز مرة واحدة لمدة عشر دقائق.',
    },
    PICTURE_TOO_LARGE: {
      message: 'هذه الصورة كبيرة جدًا.',
      hint: 'اختر صورة لا تتجاوز 2 ميغابايت و24 ميغابكسل.',
    },
    PICTURE_UNSUPPORTED: {
      message: 'هذه ليست صورة يمكن استخدامها هنا.',
      hint: 'اختر ملف PNG أو JPEG أو WebP.',
    },
    PICTURE_UNREADABLE: {
      message: 'هذه الصورة تالفة أو غير مكتملة.',
      hint: 'تأكد من أنها تُفتح على جهازك، أو اختر صورة أخرى.',
    },
    PICTURE_NOT_FETCHED: {
      message: 'تعذّر جلب الصورة من المزوّد.',
      hint: 'حاول مرة أخرى بعد فترة، أو حمّل صورة بدلاً منها.',
    },
    INVALID_INPUT: {
      message: 'يوجد خطأ في البيانات المدخلة.',
      hint: 'صحّح ما تم تمييزه، ثم حاول مرة أخرى.',
    },
    WRONG_HOST: { message: 'يستجيب هذا الخادم من عنوان آخر.', hint: 'افتح العنوان المحدد في APP_ORIGIN.' },
    UNSUPPORTED_MEDIA_TYPE: {
      message: 'نوع المحتوى هذا غير مقبول.',
      hint: 'أرسل المحتوى بنوع application/json.',
    },
    PAYLOAD_TOO_LARGE: { message: 'حجم الطلب كبير جدًا.', hint: 'أرسل كمية أقل في المرة الواحدة.' },
    MALFORMED_REQUEST: { message: 'تعذّرت قراءة الطلب.', hint: 'تحقق من عنوانه وترميزه ومحتواه.' },
    METHOD_NOT_ALLOWED: {
      message: 'لا يقبل هذا العنوان طريقة الطلب هذه.',
      hint: 'تُرسل الاستعلامات بطريقة GET والتعديلات بطريقة POST.',
    },
  }),
};

export const errorsAndNotices: ErrorTexts = {
  errors,
  goodbye: {
    title: 'تم حذف حسابك',
    text: 'تم تسجيل خروجك من كل مكان، ولم يعد بإمكان أحد تسجيل الدخول إلى هذا الحساب.',
    mail: (email) => `تؤكد ذلك رسالة نرسلها إلى ${isolate(email)}.`,
    startPage: 'الانتقال إلى صفحة البداية',
  },

  issues: {
    'address-too-long': 'هذا العنوان طويل جدًا.',
    'address-invalid': `أدخل عنوان بريد إلكتروني مثل ${isolate('name@example.com')}.`,
    'address-yours': 'هذا عنوانك بالفعل.',
    'address-domain-refused': 'لا يمكن استخدام عناوين هذا النطاق هنا.',
    'return-address-too-long': 'عنوان العودة هذا طويل جدًا.',
    'return-address-foreign': 'هذا ليس عنوانًا من هذا الموقع.',
    'provider-id-invalid': 'هذا ليس معرّف مزوّد.',
    'link-incomplete': 'هذا الرابط غير مكتمل.',
    'code-incomplete': `أدخل أرقام الرمز الوارد في رسالة البريد، وعددها ${VERIFICATION_CODE_DIGITS}.`,
    'id-invalid': 'هذا ليس معرّفًا.',
    'scopes-missing': 'اختر صلاحية واحدة على الأقل.',
    'expiry-too-late': 'اختر يومًا خلال سنة.',
    'expiry-over': 'اختر اليوم أو يومًا لاحقًا.',
    'event-types-missing': 'اختر نوعًا واحدًا من الأحداث على الأقل.',
    'event-type-twice': 'ذُكر نوع من الأحداث مرتين.',
    'webhook-url-invalid': `أدخل عنوانًا مثل ${isolate('https://example.com/webhooks')}.`,
    'webhook-url-insecure': `يجب أن يبدأ العنوان بـ ${isolate('https://')} وألا يحتوي على اسم مستخدم.`,
    'webhook-url-not-public': 'هذا ليس عنوانًا عامًا.',
    'time-range-empty': 'يجب أن تكون النهاية بعد البداية.',
    'cursor-invalid': 'هذا ليس مؤشر صفحة.',
    'scope-twice': 'ذُكرت صلاحية مرتين.',
    'scope-unknown': 'لا توجد صلاحية بهذا الاسم.',
    'user-code-incomplete': 'أدخل الأحرف الثمانية التي يعرضها البرنامج.',
    'name-missing': 'أدخل اسمًا.',
    'name-too-long': `الحد الأقصى لعدد أحرف الاسم هو ${NAME_MAX_LENGTH}.`,
    'name-not-one-line': 'يجب أن يكون الاسم سطرًا واحدًا من النص.',
    'password-missing': 'أدخل كلمة مرور.',
    'password-not-text': 'هذا ليس نصًا.',
    'password-too-short': `الحد الأدنى لعدد الأحرف هو ${PASSWORD_MIN_LENGTH}. من السهل تذكّر عدة كلمات.`,
    'password-too-long': `الحد الأقصى لعدد الأحرف هو ${PASSWORD_MAX_LENGTH}.`,
    'password-common': 'هذه من أكثر كلمات المرور استخدامًا أو مكوّنة منها. يجرّبها المهاجمون أولاً.',
    'password-repetitive': 'معظمها تكرار أو تسلسل من الأبجدية أو لوحة المفاتيح. يجرّبها المهاجمون أولاً.',
    'password-site': 'معظمها اسم هذا الموقع. يجرّبها المهاجمون أولاً.',
    'password-personal': 'معظمها اسمك أو عنوانك. يجرّبها المهاجمون أولاً.',
    'password-breached': 'هذه معروفة من تسرّب بيانات. يجرّبها المهاجمون أولاً.',
    'phone-too-short': errors.PHONE_TOO_SHORT.message,
    'phone-too-long': errors.PHONE_TOO_LONG.message,
    'phone-not-a-number': errors.PHONE_NOT_A_NUMBER.message,
    'phone-country-unknown': errors.PHONE_INVALID_COUNTRY.message,
    'phone-country-not-allowed': 'لا يمكن استخدام أرقام هذا البلد هنا.',
    'phone-extension': 'احذف الرقم الداخلي: لا تصل إليه الرسائل النصية.',
    'phone-not-allowed': errors.PHONE_NOT_ALLOWED.message,
    'nothing-to-change': 'لا يوجد ما يمكن تغييره.',
    other: 'هذه القيمة غير صالحة.',
  },

  needsScript: {
    title: 'JavaScript متوقف',
    text: 'تحتاج هذه الصفحة إلى JavaScript. شغّله ثم أعد تحميل الصفحة.',
  },

  nextSteps: {
    'sign-in': 'تسجيل الدخول',
    'another-account': 'تجربة حساب آخر',
    'new-link': 'طلب رابط جديد',
    'go-home': 'الانتقال إلى صفحة البداية',
    retry: 'إعادة المحاولة',
    'correct-input': 'إعادة المحاولة',
    wait: 'إعادة المحاولة',
    'add-method': 'عرض طرق تسجيل الدخول',
    'verify-it-is-you': 'تسجيل الدخول مجددًا',
  },

  sessionEnded: {
    title: 'تم تسجيل خروجك',
    here: 'سجّلت الخروج في علامة تبويب أخرى من هذا المتصفح. سجّل الدخول للمتابعة من حيث كنت.',
    elsewhere: 'أُنهيت هذه الجلسة من جهاز آخر أو انتهت صلاحيتها. سجّل الدخول للمتابعة من حيث كنت.',
  },

  signInErrors: {
    cancelled: 'أُلغي تسجيل الدخول لدى المزوّد. لم يتغير شيء.',
    failedTitle: 'تعذّر تسجيل الدخول',
    failed: 'لم ينجح تسجيل الدخول. ابدأ من جديد أدناه.',
    startAgainBelow: 'ابدأ من جديد أدناه.',
    newLinkBelow: 'اطلب رابطًا جديدًا أدناه.',
    signInAgainBelow: 'سجّل الدخول مجددًا أدناه.',
  },

  signOut: {
    title: 'تسجيل الخروج',
    question: 'هل تريد بالتأكيد تسجيل الخروج؟',
    signedInAs: (email) => `لقد سجّلت الدخول باسم ${isolate(email)}.`,
    signOut: 'تسجيل الخروج',
    stay: 'البقاء مسجّلاً الدخول',
    doneTitle: 'تم تسجيل الخروج',
    done: 'لقد سجّلت الخروج من قبل.',
  },

  textCodes: {
    title: 'لم يتم التأكيد',
    codeInvalid: 'تحقق من الأرقام الستة في أحدث رسالة نصية.',
    codeDead: 'اطلب رمزًا جديدًا.',
    codeOtherBrowser: 'أدخله في المتصفح الذي طلبته منه، أو اطلب رمزًا جديدًا هنا.',
  },
};
