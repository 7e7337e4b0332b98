import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const confirmSignIn: PageTexts['confirmSignIn'] = {
  title: (email) => `هل تريد المتابعة باسم ${isolate(email)}؟`,
  intro: (host) => `أنت تسجّل الدخول إلى ${isolate(host)}. إن لم تطلب ذلك، فأغلق الصفحة ولن يحدث شيء.`,
  confirm: 'متابعة',
  signedInAlready: 'لقد سجّلت الدخول من قبل.',
  signedInAlreadyAs: (email) => `لقد سجّلت الدخول من قبل باسم ${isolate(email)}.`,
  toAccount: 'الانتقال إلى حسابك',
  newLink: 'طلب رابط جديد',
};

export const resetLink: PageTexts['resetLink'] = {
  title: 'اختيار كلمة مرور جديدة',
  forAddress: 'للعنوان {}. بعد ذلك يتم تسجيل خروجك من كل مكان، وتسجّل الدخول بكلمة المرور الجديدة.',
  set: 'تعيين كلمة المرور الجديدة',
  doneTitle: 'تم تعيين كلمة مرورك الجديدة',
  done: 'تم تسجيل خروجك من كل مكان. سجّل الدخول بكلمة المرور الجديدة.',
  deadTitle: 'لم يعد هذا الرابط يعمل',
  newLink: 'طلب رابط جديد',
};
