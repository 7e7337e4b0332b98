import { isolate } from '../../isolate.ts';
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
