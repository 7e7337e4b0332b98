import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const picture: PageTexts['picture'] = {
  title: 'الصورة',
  add: 'إضافة صورة',
  change: 'تغيير الصورة',
  hint: 'تظهر بجانب اسمك. يمكن لأي شخص يعرف عنوانها أن يراها.',
  upload: 'تحميل صورة',
  useFrom: (provider) => `استخدام الصورة من ${isolate(provider)}`,
  remove: 'إزالة الصورة',
  kinds: 'ملف PNG أو JPEG أو WebP.',
  drop: 'يمكنك أيضًا إفلات الملف هنا.',
  saved: 'تم حفظ صورتك.',
  removed: 'تمت إزالة صورتك.',
  restored: 'عادت صورتك.',
  cropTitle: 'اختر ما يظهر',
  part: 'الجزء الظاهر من الصورة',
  partHint: 'اسحب الصورة، أو حرّكها بمفاتيح الأسهم.',
  zoom: 'التكبير',
  zoomValue: (percent) => `${percent}%`,
  shows: (left, right, top, bottom) =>
    `يظهر من ${left} إلى ${right}% من العرض بدءًا من اليسار، ومن ${top} إلى ${bottom}% من الارتفاع.`,
  saving: 'جارٍ حفظ صورتك…',
  use: 'استخدام هذه الصورة',
};
