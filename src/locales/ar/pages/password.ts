import type { PageTexts } from '../../texts.ts';

export const password: PageTexts['password'] = {
  label: 'كلمة المرور',
  newLabel: 'كلمة المرور الجديدة',
  advice: (characters) => `الحد الأدنى لعدد الأحرف هو ${characters}. من السهل تذكّر بضع كلمات لا رابط بينها.`,
  show: 'إظهار',
  hide: 'إخفاء',
  showField: (label) => `إظهار ${label}`,
  hideField: (label) => `إخفاء ${label}`,
  capsLock: 'مفتاح Caps Lock مفعّل.',
  strengths: ['ضعيفة', 'مقبولة', 'جيدة', 'قوية'],
  strength: (strength) => `القوة: ${strength}.`,
  tooShort: (characters, least) => `عدد الأحرف ${characters} من ${least} على الأقل.`,
  missing: 'أدخل كلمة مرورك.',
  missingNew: 'اختر كلمة مرور.',
};
