import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const account: PageTexts['account'] = {
  skip: 'الانتقال إلى المحتوى',
  navigation: 'الحساب',
  menu: (name) => `قائمة حساب ${isolate(name)}`,
  yourAccount: 'حسابك',
  administration: 'الإدارة',
  back: (app) => `العودة إلى ${isolate(app)}`,
  offline: 'أنت غير متصل بالإنترنت. تتحدّث هذه الصفحة عندما يعود الاتصال.',
  notLoadedTitle: 'لم يتم تحميل هذه الصفحة',
  notLoaded: 'تُفتح تلقائيًا عندما يعود الاتصال.',
  profile: 'الملف الشخصي',
  signInMethods: 'طرق تسجيل الدخول',
  signOut: 'تسجيل الخروج',
  theAccount: 'الحساب',
  nothingChangedTitle: 'لم يتغير شيء',
  nothingChanged: 'بينما كنت لدى المزوّد، تم تسجيل خروجك هنا أو سجّلت الدخول من جديد. حاول مرة أخرى.',
  notConnected: 'لم يتم الربط',
  connected: (provider) => `تم ربط ${isolate(provider)}. يمكنك تسجيل الدخول به من الآن فصاعدًا.`,
  connectedAlready: (provider) => `كان ${isolate(provider)} مرتبطًا بحسابك من قبل. لم يتغير شيء.`,
  connectedAgain: (provider) => `تمت إعادة ربط ${isolate(provider)}.`,
  verified: 'لقد أكّدت هويتك. كرّر الآن ما كنت تريد القيام به.',
};

export const profile: PageTexts['profile'] = {
  title: 'الملف الشخصي',
  name: 'الاسم',
  nameHint: 'تراه التطبيقات والآخرون. يمكنك تركه فارغًا.',
  notSet: 'غير محدد',
  add: 'إضافة',
  addName: 'إضافة اسم',
  changeName: 'تغيير الاسم',
  nameSaved: 'تم حفظ اسمك.',
  nameRemoved: 'تمت إزالة اسمك.',
  notSaved: 'لم يتم الحفظ',
  notConfirmedYet: (value) => `لم يؤكَّد بعد: ${isolate(value)}`,
  enterCode: 'إدخال الرمز',
  undo: 'تراجع',
};
