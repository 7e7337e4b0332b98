import type { ErrorWords } from '../../../shared/errors/entry.ts';
import type { SESSION_ERRORS } from '../../../shared/errors/session.ts';

export const ARABIC_SESSION_ERRORS: Readonly<Record<keyof typeof SESSION_ERRORS, ErrorWords>> = {
  SESSION_NOT_FRESH: {
    title: 'خطأ',
    message: 'هذا إجراء حساس، وقد مضى وقت على تسجيل دخولك.',
    hint: 'أكّد هويتك للمتابعة.',
  },
  REAUTHENTICATION_FAILED: {
    title: 'تعذّر تسجيل الدخول',
    message: 'لم يؤكد المزوّد أنك أنت من سجّل الدخول الآن بالحساب المرتبط هنا.',
    hint: 'اختر الحساب المرتبط هناك وسجّل الدخول مجددًا، أو استخدم طريقة أخرى لتسجيل الدخول.',
  },
  OTHER_SIGN_IN_REQUIRED: {
    title: 'خطأ',
    message: 'سجّلت الدخول بطريقة مدرجة في هذه القائمة، ولذلك لا يمكنك تأكيد القائمة هنا.',
    hint: 'سجّل الدخول بكلمة مرورك أو عبر البريد الإلكتروني، ثم أكّدها.',
  },
  SECURITY_REVIEW_CHANGED: {
    title: 'خطأ',
    message: 'أُضيف شيء أو تغيّر أو أُزيل منذ أن فتحت هذه القائمة.',
    hint: 'راجع القائمة مرة أخرى، وأكّدها إن كان كل ما فيها لك.',
  },
};
