import { isolate } from '../../isolate.ts';
import type { PageTexts } from '../../texts.ts';

export const ownFields: PageTexts['ownFields'] = {
  yes: 'نعم',
  no: 'لا',
  choose: 'اختر',
  change: (field) => `تغيير ${isolate(field)}`,
  saved: (field) => `تم حفظ ${isolate(field)}.`,
  removed: (field) => `تمت إزالة ${isolate(field)}.`,
};
