import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const signOut: PageTexts['signOut'] = {
  title: 'تسجيل الخروج',
  question: 'هل تريد بالتأكيد تسجيل الخروج؟',
  signedInAs: (email) => `لقد سجّلت الدخول باسم ${isolate(email)}.`,
  signOut: 'تسجيل الخروج',
  stay: 'البقاء مسجّلاً الدخول',
  doneTitle: 'تم تسجيل الخروج',
  done: 'لقد سجّلت الخروج من قبل.',
};
