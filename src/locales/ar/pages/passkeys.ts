import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const passkeys: PageTexts['passkeys'] = {
  title: 'مفاتيح المرور',
  hint: 'تسجّل الدخول ببصمة إصبعك أو بوجهك أو بقفل شاشتك. لا تحتاج إلى كلمة مرور ولا إلى رسالة.',
  unsupported: 'لا يمكن لهذا المتصفح إنشاء مفاتيح مرور.',
  create: 'إنشاء مفتاح مرور',
  created: (name) => `تم إنشاء مفتاح المرور «${isolate(name)}». يمكنك تسجيل الدخول به من الآن فصاعدًا.`,
  exists: 'لدى هذا الجهاز مفتاح مرور لحسابك بالفعل.',
  notCreated: 'لم يُنشأ أي مفتاح مرور. لم يتغير شيء.',
  failed: 'تعذّر على هذا الجهاز إنشاء مفتاح مرور. قد يحتاج أولاً إلى قفل للشاشة، مثل رمز PIN.',
  synced: 'متزامن',
  thisDeviceOnly: 'على هذا الجهاز فقط',
  createdOn: (day) => `أُنشئ في ${isolate(day)}`,
  lastUsedOn: (day) => `آخر استخدام في ${isolate(day)}`,
  neverUsed: 'لم يُستخدم بعد',
  otherHost: (host) =>
    `يتبع ${isolate(host)}، وهو عنوان سابق لهذا الموقع، ولذلك لا يمكن تسجيل الدخول به هنا. أنشئ مفتاحًا جديدًا.`,
  rename: 'إعادة تسمية',
  renameOf: (name) => `إعادة تسمية مفتاح المرور ${isolate(name)}`,
  name: 'اسم مفتاح المرور',
  renamed: (name) => `أصبح اسم مفتاح المرور «${isolate(name)}».`,
  removeOf: (name) => `إزالة مفتاح المرور ${isolate(name)}`,
  removeTitle: (name) => `هل تريد إزالة مفتاح المرور «${isolate(name)}»؟`,
  removeWarning: 'لن تتمكن بعد ذلك من تسجيل الدخول به. إذا ظل متصفحك يعرضه بعد ذلك، فاحذفه هناك أيضًا.',
  removed: (name) => `تمت إزالة مفتاح المرور «${isolate(name)}». لم يعد بإمكانك تسجيل الدخول به.`,
  verify: 'استخدام مفتاح مرور',
  notVerified: 'لم يُستخدم أي مفتاح مرور. حاول مجددًا، أو أكّد هويتك بطريقة أخرى.',
  offerTitle: 'سجّل الدخول أسرع في المرة القادمة',
  notNow: 'ليس الآن',
};
