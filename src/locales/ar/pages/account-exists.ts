import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const accountExists: PageTexts['accountExists'] = {
  title: 'لديك حساب بالفعل',
  intro: (ways, provider) =>
    `يوجد هنا حساب بالعنوان {}. سجّل الدخول عبر ${isolate(ways)} لربط ${isolate(provider)} به:`,
  byEmail: 'البريد الإلكتروني',
  confirm: (provider) => `تسجيل الدخول وربط ${isolate(provider)}`,
};
