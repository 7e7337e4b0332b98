import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const common: PageTexts['common'] = {
  loading: 'جارٍ التحميل',
  close: 'إغلاق',
  cancel: 'إلغاء',
  save: 'حفظ',
  change: 'تغيير',
  remove: 'إزالة',
  keepIt: 'الإبقاء عليه',
  terms: 'شروط الاستخدام',
  privacy: 'الخصوصية',
  support: 'المساعدة',
  or: 'أو',
  verified: 'مؤكَّد',
  unverified: 'غير مؤكَّد',
  signIn: 'تسجيل الدخول',
  justAMoment: 'لحظة من فضلك',
  continueWith: (provider) => `المتابعة باستخدام ${isolate(provider)}`,
  tryAgain: 'إعادة المحاولة',
  tryAgainIn: (seconds) => `إعادة المحاولة بعد ${seconds} ث`,
  useAnotherAddress: 'استخدام عنوان آخر',
};
