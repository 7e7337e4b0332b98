import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const phone: PageTexts['phone'] = {
  title: 'الهاتف',
  hint: 'استخدمه لتأكيد هويتك.',
  isVerified: 'تم تأكيد رقم هاتفك.',
  isRemoved: 'تمت إزالة رقم هاتفك.',
  add: 'إضافة رقم هاتف',
  since: (day) => `منذ ${isolate(day)}`,
  change: 'تغيير رقم الهاتف',
  remove: 'إزالة رقم الهاتف',
  number: 'رقم الهاتف',
  missing: 'أدخل رقم هاتفك.',
  codeGoesTo: 'يُرسل رمز إلى {}',
  sendCode: 'إرسال رمز',
  country: 'البلد',
  chooseCountry: 'اختر أو اكتب',
  noSuchCountry: 'لا يوجد بلد بهذا الاسم',
  countriesFound: (count, first) =>
    plural(count, {
      zero: 'لا بلدان.',
      one: `${isolate(first)}.`,
      two: `بلدان، أولهما ${isolate(first)}.`,
      few: `${count} بلدان، أولها ${isolate(first)}.`,
      many: `${count} بلدًا، أولها ${isolate(first)}.`,
      other: `${count} بلد، أولها ${isolate(first)}.`,
    }),
  textSent: 'أُرسلت رسالة نصية تتضمن رمزًا إلى {}.',
  verify: 'تأكيد',
  another: 'استخدام رقم آخر',
  removeTitle: 'هل تريد إزالة رقم هاتفك؟',
  removeWarning: (number) =>
    `لن يصلح ${isolate(number)} بعد ذلك لتأكيد هويتك. يمكنك إضافته مرة أخرى في أي وقت.`,
};
