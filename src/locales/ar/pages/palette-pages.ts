import type { PalettePagesTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const palettePages: PalettePagesTexts = {
  palette: {
    title: 'البحث',
    hint: 'الصفحات والإجراءات والمستندات',
    consoleHint: 'ابحث في كل شيء',
    keys: '↑ ↓ للاختيار، Enter للفتح، Esc للإغلاق',
    groups: { people: 'الأشخاص', pages: 'الصفحات', actions: 'الإجراءات', documents: 'المستندات' },
    also: {
      profile: 'الاسم الصورة البريد الإلكتروني رقم الهاتف اللغة',
      signInMethods: 'كلمة المرور مفاتيح المرور التحقق بخطوتين الحسابات المرتبطة',
      devices: 'الجلسات تسجيل الخروج',
      yourData: 'تصدير تنزيل حذف الحساب',
    },
    none: 'لا توجد نتائج.',
    searching: 'جارٍ البحث عن الأشخاص…',
    allFound: (text) => `عرض كل الأشخاص الذين يطابقون «${isolate(text)}»`,
    changeName: 'تغيير اسمك',
    changeLanguage: 'تغيير اللغة',
    newEndpoint: 'إضافة نقطة ويب هوك',
    showShortcuts: 'عرض اختصارات لوحة المفاتيح',
    openApi: 'وصف جميع الإجراءات البرمجية (OpenAPI 3.1)',
    signInMetadata: 'إعدادات تسجيل الدخول (OpenID Connect)',
  },
};
