import { isolate } from '../../isolate.ts';
import type { PendingLinkPagesTexts } from '../../texts.ts';

export const pendingLinkPages: PendingLinkPagesTexts = {
  accountExists: {
    title: 'لديك حساب بالفعل',
    intro: (ways, provider) =>
      `يوجد هنا حساب بالعنوان {}. سجّل الدخول عبر ${isolate(ways)} لربط ${isolate(provider)} به:`,
    byEmail: 'البريد الإلكتروني',
    confirm: (provider) => `تسجيل الدخول وربط ${isolate(provider)}`,
  },

  confirmAddress: {
    title: 'تأكيد عنوانك',
    intro: (provider) => `يقول ${isolate(provider)} إن {} عنوانك. أكّده برمز لربط هذا الحساب:`,
    send: 'أرسل إليّ رمزًا',
    confirm: (provider) => `تأكيد وربط ${isolate(provider)}`,
    without: 'المتابعة دون هذا العنوان',
    withoutHint: (provider) => `سيكون ${isolate(provider)} عندئذٍ طريقتك الوحيدة لتسجيل الدخول هنا.`,
    overTitle: 'ابدأ من جديد',
  },

  resumeLink: {
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
    anotherUser: 'شخص آخر',
    signOut: 'تسجيل الخروج وإعادة المحاولة',
    goOn: 'المتابعة دون ربط',
  },
};
