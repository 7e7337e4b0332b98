import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const goodbye: PageTexts['goodbye'] = {
  title: 'تم حذف حسابك',
  text: 'تم تسجيل خروجك من كل مكان، ولم يعد بإمكان أحد تسجيل الدخول إلى هذا الحساب.',
  mail: (email) => `تؤكد ذلك رسالة نرسلها إلى ${isolate(email)}.`,
  startPage: 'الانتقال إلى صفحة البداية',
};
