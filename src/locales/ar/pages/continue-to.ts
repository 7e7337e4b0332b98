import type { PageTexts } from '../../texts.ts';
import { isolate } from '../../isolate.ts';

export const continueTo: PageTexts['continueTo'] = {
  loading: 'تسجيل الدخول إلى تطبيق',
  title: (app) => `هل تريد المتابعة إلى ${isolate(app)}؟`,
  intro: (app) => `يريد ${isolate(app)} تسجيل دخولك بهذا الحساب.`,
  leadsTo: 'الوجهة',
  loopback: 'برنامج على هذا الجهاز',
  scheme: 'تطبيق على هذا الجهاز',
  learns: 'يمكنه',
  scopes: {
    openid: 'معرفة حسابك هنا',
    profile: 'الاطلاع على اسمك وصورتك ولغتك',
    email: 'الاطلاع على عنوان بريدك الإلكتروني',
    phone: 'الاطلاع على رقم هاتفك',
    offline_access: 'البقاء مسجّل الدخول حتى تسجّل خروجه',
  },
  warning: (app) =>
    `لا تتابع إلا إذا بدأت للتو تسجيل الدخول إلى ${isolate(app)} على هذا الجهاز. يمكن لبرامج أخرى على هذا الجهاز فتح هذه الصفحة أيضًا، وعندئذٍ تسجّل دخولها إلى حسابك.`,
  approve: 'متابعة',
  deny: 'إلغاء',
  approvedTitle: (app) => `ارجع إلى ${isolate(app)}`,
  approved: (app) =>
    `إذا سألك متصفحك، فاسمح له بفتح ${isolate(app)} لإكمال تسجيل الدخول. بعد ذلك يمكنك إغلاق هذه النافذة.`,
  deniedTitle: 'ألغيت تسجيل الدخول',
  denied: (app) => `لن يحصل ${isolate(app)} على حق الوصول إلى حسابك. يمكنك إغلاق هذه النافذة.`,
  openAgain: (app) => `فتح ${isolate(app)}`,
  refusedTitle: 'لا يمكن متابعة تسجيل الدخول هذا',
  toAccount: 'الانتقال إلى حسابك',
};
