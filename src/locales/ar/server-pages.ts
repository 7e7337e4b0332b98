import { ARABIC_ERRORS } from './errors/catalogue.ts';
import { ARABIC_NEXT_STEPS } from './errors/next-steps.ts';
import type { ServerPagesTexts } from '../texts.ts';
import { failures } from './pages/failures.ts';

export const serverPages: ServerPagesTexts = {
  wordsOf: (code) => ARABIC_ERRORS[code],
  labelOf: (step) => ARABIC_NEXT_STEPS[step],
  details: failures.details,
  code: failures.code,
  request: failures.request,
  inAMoment: failures.inAMoment,
  otherAddress: 'افتح هذا العنوان بدلاً من ذلك:',
  onTheWay: 'المتابعة إلى تسجيل الدخول',
  noAdministrator: 'لا يوجد مشرف في هذا العرض التجريبي بعد. سجّل الدخول، ثم اجعل نفسك مشرفًا بهذا الأمر:',
  authenticatorApp: 'تطبيق المصادقة',
  mailGallery: {
    title: 'رسائل البريد',
    language: 'اللغة',
    light: 'فاتح',
    dark: 'داكن',
    frame: (scheme, width) => `${scheme}، بعرض ${width} بكسل`,
    plainText: 'نص عادي',
  },
};
