import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { OAUTH_ERRORS } from '../../../shared/errors/oauth.ts';

export const ARABIC_OAUTH_ERRORS: Readonly<Record<keyof typeof OAUTH_ERRORS, ErrorWords>> = {
  OAUTH_CLIENT_UNKNOWN: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لا يعرف هذا الموقع التطبيق الذي أرسلك إلى هنا.',
    hint: 'ابدأ من جديد في التطبيق. إذا بقي الخطأ، فأبلغ القائمين على التطبيق.',
  },
  OAUTH_REDIRECT_UNKNOWN: {
    title: 'تعذّر تسجيل الدخول',
    message: 'طلب التطبيق إرسالك إلى عنوان غير مسجل له.',
    hint: 'ابدأ من جديد في التطبيق. إذا بقي الخطأ، فأبلغ القائمين على التطبيق.',
  },
};
