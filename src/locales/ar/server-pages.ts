import { errorsAndNotices } from './pages/errors-and-notices.ts';
import { firstPage } from './pages/first-page.ts';
import type { ServerPagesTexts } from '../texts.ts';

const { failures } = firstPage;

export const serverPages: ServerPagesTexts = {
  wordsOf: (code) => errorsAndNotices.errors[code],
  labelOf: (step) => errorsAndNotices.nextSteps[step],
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
