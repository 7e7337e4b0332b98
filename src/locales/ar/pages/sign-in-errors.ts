import type { PageTexts } from '../../texts.ts';

export const signInErrors: PageTexts['signInErrors'] = {
  cancelled: 'أُلغي تسجيل الدخول لدى المزوّد. لم يتغير شيء.',
  failedTitle: 'تعذّر تسجيل الدخول',
  failed: 'لم ينجح تسجيل الدخول. ابدأ من جديد أدناه.',
  startAgainBelow: 'ابدأ من جديد أدناه.',
  newLinkBelow: 'اطلب رابطًا جديدًا أدناه.',
  signInAgainBelow: 'سجّل الدخول مجددًا أدناه.',
};
