import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const resumeLink: PageTexts['resumeLink'] = {
  seeSignInMethods: 'عرض طرق تسجيل الدخول',
  question: (provider) => `هل تريد ربط ${isolate(provider)}؟`,
  provider: 'المزوّد',
  nameThere: 'الاسم هناك',
  accountThere: 'معرّف الحساب هناك',
  toAccount: 'سيتم ربطه بحسابك {}.',
  onlyYours: 'لا تربطه إلا إذا كان لك. كل من يستطيع تسجيل الدخول به سيتمكن من استخدام حسابك هنا.',
  connect: 'ربط',
  deny: 'عدم الربط',
  nothingTitle: 'لا يوجد ما يمكن ربطه',
  signedIn: 'لقد سجّلت الدخول.',
  signedInAs: (email) => `لقد سجّلت الدخول باسم ${isolate(email)}.`,
  nothing:
    'لا يوجد ما يمكن ربطه في هذا المتصفح. ربما اكتمل الربط من قبل، أو استغرق وقتًا طويلاً، أو بدأت في متصفح آخر.',
  refusedTitle: (provider) => `لم يتم ربط ${isolate(provider)}`,
  somebodyElseTitle: 'سجّلت الدخول بحساب شخص آخر',
  somebodyElse: 'لقد سجّلت الدخول باسم {}.',
  onlyTo: (provider) => `لا يمكن ربط ${isolate(provider)} إلا بحساب {}.`,
  anotherPerson: 'شخص آخر',
  signOut: 'تسجيل الخروج وإعادة المحاولة',
  goOn: 'المتابعة دون ربط',
};
