import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const signInMethods: PageTexts['signInMethods'] = {
  title: 'طرق تسجيل الدخول',
  list: 'كيف تسجّل الدخول',
  listHint: 'إذا كانت لديك أكثر من طريقة، يمكنك تسجيل الدخول حتى عندما لا تعمل إحداها.',
  emailLink: 'رابط عبر البريد الإلكتروني',
  emailLinkHint: 'رسالة تتضمن رابطًا ورمزًا، تُرسل عندما تطلبها.',
  phoneCodeHint: 'رسالة نصية تتضمن رمزًا، تُرسل عندما تطلبها.',
  removed: (provider) => `تمت إزالة ${isolate(provider)}. لم يعد بإمكانك تسجيل الدخول به.`,
  ended: 'انتهى الوصول لدى المزوّد',
  accountId: (id) => `معرّف الحساب ${isolate(id)}`,
  connectedOn: (day) => `تم الربط في ${isolate(day)}`,
  lastUsedOn: (day) => `آخر استخدام في ${isolate(day)}`,
  neverUsed: 'لم يُستخدم بعد',
  reconnect: 'إعادة الربط',
  reconnectAccount: (provider, label) => `إعادة ربط ${isolate(provider)} (${isolate(label)})`,
  removeAccount: (provider, label) => `إزالة ${isolate(provider)} (${isolate(label)})`,
  removeTitle: (provider) => `هل تريد إزالة ${isolate(provider)}؟`,
  removeWarning: (provider, label) =>
    `لن تتمكن بعد ذلك من تسجيل الدخول هنا بالحساب ${isolate(label)} لدى ${isolate(provider)}. يمكنك ربطه مرة أخرى في أي وقت.`,
  connect: 'ربط',
  connectProvider: (provider) => `ربط ${isolate(provider)}`,
};

export const ownPassword: PageTexts['ownPassword'] = {
  title: 'كلمة المرور',
  isSet: 'تم تعيين كلمة مرورك. يمكنك تسجيل الدخول بها من الآن فصاعدًا.',
  isChanged: 'تم تغيير كلمة مرورك وتسجيل الخروج من جميع الأجهزة الأخرى.',
  isRemoved: 'تمت إزالة كلمة مرورك. لم يعد بإمكانك تسجيل الدخول بها.',
  leftOutTitle: 'لقد سجّلت الدخول دون كلمة مرور',
  leftOut: 'فُتحت الرسالة في متصفح غير الذي اخترت فيه كلمة مرورك، ولذلك لم تُحفظ. يمكنك تعيين كلمة مرور هنا.',
  none: 'ليست لديك كلمة مرور.',
  needsAddress: 'أضف أولاً عنوان بريد إلكتروني. تُدخله مع كلمة المرور.',
  setOne: 'تعيين كلمة مرور',
  currentLabel: 'كلمة المرور الحالية',
  missingCurrent: 'أدخل كلمة مرورك الحالية.',
  changedOn: (day) => `آخر تغيير في ${isolate(day)}`,
  change: 'تغيير كلمة المرور',
  remove: 'إزالة كلمة المرور',
  forgot: 'هل نسيتها؟',
  set: 'تعيين كلمة المرور',
  removeTitle: 'هل تريد إزالة كلمة مرورك؟',
  removeWarning: 'لن تتمكن بعد ذلك من تسجيل الدخول بها هنا. يمكنك تعيين كلمة جديدة في أي وقت.',
};
