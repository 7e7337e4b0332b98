import { isolate } from '../../isolate.ts';
import { plural } from '../plural.ts';
import type { LaterPagesTexts } from '../../texts.ts';

export const laterPages: LaterPagesTexts = {
  toasts: {
    label: 'الإشعارات',
    undo: 'تراجع',
    undone: 'تم التراجع عن التغيير.',
    changedSince: 'لم يتم التراجع عن شيء: حدث تغيير آخر في هذه الأثناء.',
    notUndone: 'تعذّر التراجع عن هذا.',
    nameSaved: 'تم حفظ اسمك.',
    nameRemoved: 'تمت إزالة اسمك.',
    languageSaved: 'تم حفظ لغتك.',
    pictureSaved: 'تم حفظ صورتك.',
    pictureRemoved: 'تمت إزالة صورتك.',
    fieldSaved: (field) => `تم حفظ ${isolate(field)}.`,
    fieldRemoved: (field) => `تمت إزالة ${isolate(field)}.`,
  },

  security: {
    password: 'كلمة مرور',
    passkeys: (count) =>
      plural(count, {
        zero: 'لا مفاتيح مرور',
        one: 'مفتاح مرور',
        two: 'مفتاحا مرور',
        few: `${count} مفاتيح مرور`,
        many: `${count} مفتاح مرور`,
        other: `${count} مفتاح مرور`,
      }),
    accounts: (count) =>
      plural(count, {
        zero: 'لا حسابات مرتبطة',
        one: 'حساب مرتبط',
        two: 'حسابان مرتبطان',
        few: `${count} حسابات مرتبطة`,
        many: `${count} حسابًا مرتبطًا`,
        other: `${count} حساب مرتبط`,
      }),
    phone: 'رقم هاتف',
    mail: 'رابط أو رمز بالبريد الإلكتروني',
    none: 'لا توجد طريقة لتسجيل الدخول',
    secondFactorOn: 'التحقق بخطوتين مفعّل',
    secondFactorOff: 'التحقق بخطوتين متوقف',
    verifiedAddress: 'عنوان مؤكَّد',
    unverifiedAddress: 'عنوان غير مؤكَّد',
    noAddress: 'لا يوجد عنوان',
    nothingLeft: 'لم يبقَ شيء للقيام به.',
    enterCode: 'الرمز في رسالتك. أدخله أدناه.',
    steps: {
      addAddress: { why: 'بعنوان بريد إلكتروني يمكنك استعادة حسابك.', button: 'إضافة عنوان' },
      verifyAddress: { why: 'بعنوان مؤكَّد يمكنك استعادة حسابك.', button: 'تأكيد عنوانك' },
      passkey: { why: 'مفتاح المرور أكثر أمانًا وأسرع من كلمة مرور أو رسالة.', button: 'إنشاء مفتاح مرور' },
      otherMethod: {
        why: 'بطريقة ثانية لتسجيل الدخول لن تفقد الوصول إذا فقدت الأولى.',
        button: 'إضافة طريقة',
      },
      secondFactor: {
        why: 'تحميك الخطوة الثانية حتى إذا عرف أحد كلمة مرورك.',
        button: 'إعداد خطوة ثانية',
      },
    },
  },

  crop: {
    title: 'اختر ما يظهر',
    part: 'الجزء الظاهر من الصورة',
    partHint: 'اسحب الصورة، أو حرّكها بمفاتيح الأسهم.',
    zoom: 'التكبير',
    zoomValue: (percent) => `${percent}%`,
    shows: (left, right, top, bottom) =>
      `يظهر من ${left} إلى ${right}% من العرض بدءًا من اليسار، ومن ${top} إلى ${bottom}% من الارتفاع.`,
    saving: 'جارٍ حفظ صورتك…',
    use: 'استخدام هذه الصورة',
  },

  ownFields: {
    yes: 'نعم',
    no: 'لا',
    choose: 'اختر',
    add: (field) => `إضافة ${isolate(field)}`,
    change: (field) => `تغيير ${isolate(field)}`,
  },
};
