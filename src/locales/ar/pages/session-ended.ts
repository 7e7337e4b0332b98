import type { PageTexts } from '../../texts.ts';

export const sessionEnded: PageTexts['sessionEnded'] = {
  title: 'تم تسجيل خروجك',
  here: 'سجّلت الخروج في علامة تبويب أخرى من هذا المتصفح. سجّل الدخول للمتابعة من حيث كنت.',
  elsewhere: 'أُنهيت هذه الجلسة من جهاز آخر أو انتهت صلاحيتها. سجّل الدخول للمتابعة من حيث كنت.',
};
