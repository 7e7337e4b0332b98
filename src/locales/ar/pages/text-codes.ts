import type { PageTexts } from '../../texts.ts';

export const textCodes: PageTexts['textCodes'] = {
  title: 'لم يتم التأكيد',
  codeInvalid: 'تحقق من الأرقام الستة في أحدث رسالة نصية.',
  codeDead: 'اطلب رمزًا جديدًا.',
  codeOtherBrowser: 'أدخله في المتصفح الذي طلبته منه، أو اطلب رمزًا جديدًا هنا.',
};
