import type { NextStep } from '../../../shared/errors/entry.ts';

/** What the button that leads on says. */
export const ARABIC_NEXT_STEPS = {
  'sign-in': 'تسجيل الدخول',
  'another-account': 'تجربة حساب آخر',
  'new-link': 'طلب رابط جديد',
  'go-home': 'الانتقال إلى صفحة البداية',
  retry: 'إعادة المحاولة',
  'correct-input': 'إعادة المحاولة',
  wait: 'إعادة المحاولة',
  'add-method': 'عرض طرق تسجيل الدخول',
  'verify-it-is-you': 'تسجيل الدخول مجددًا',
} as const satisfies Record<NextStep, string>;
