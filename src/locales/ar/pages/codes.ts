import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';

export const codes: PageTexts['codes'] = {
  checkingBrowser: 'جارٍ فحص متصفحك…',
  incomplete: (digits) =>
    plural(digits, {
      zero: 'أدخل الرمز.',
      one: 'أدخل رقمًا واحدًا.',
      two: 'أدخل الرقمين.',
      few: `أدخل الأرقام كلها، وعددها ${digits}.`,
      many: `أدخل الأرقام كلها، وعددها ${digits}.`,
      other: `أدخل الأرقام كلها، وعددها ${digits}.`,
    }),
  orEnter: 'أو أدخل الرمز الوارد في رسالة البريد',
  fromMail: 'الرمز من رسالة البريد',
  fromText: 'الرمز من الرسالة النصية',
  mailOnItsWay: 'رسالة بريد تتضمن رمزًا في طريقها إلى {}.',
  textOnItsWay: 'رسالة نصية تتضمن رمزًا في طريقها إلى {}.',
  sendAgain: 'إعادة الإرسال',
  sendNew: 'إرسال رمز جديد',
  waiting: (action, seconds) => `${action} بعد ${seconds} ث`,
  newMail: 'رسالة جديدة في طريقها إليك. لم تعد الروابط والرموز الأقدم صالحة.',
  newCode: 'رمز جديد في طريقه إليك. لم تعد الرموز الأقدم صالحة.',
  sendTo: (address) => `إرسال رمز إلى ${isolate(address)}`,
  demo: 'هذا عرض توضيحي لا يرسل أي رسائل: اقرأها في {}.',
  theOutbox: 'صندوق الصادر',
};
