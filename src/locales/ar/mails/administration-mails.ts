import type { AdministrationTexts } from '../../security-words.ts';

const because = (label: string | null) => (label === null ? '' : `، لهذا السبب: «${label}»`);

/** The mails about what administrators and applications do to an account. */
export const administrationMails: AdministrationTexts = {
  // دعوة. زرها يؤكد العنوان.
  'account-created': ({ name }) => ({
    title: `أنت مدعو إلى ${name}`,
    what: 'أُنشئ حساب لهذا العنوان. يسجّل الزر دخولك لأول مرة. يعمل مرة واحدة خلال سبعة أيام.',
    advice: 'إذا كنت لا تريد الحساب، فلا تفعل شيئًا: لا يمكن لأحد استخدامه من دون بريدك.',
  }),
  'account-suspended': ({ name, label }) => ({
    title: `تم إيقاف حسابك في ${name}`,
    what: `لم يعد بإمكانك تسجيل الدخول، وتم تسجيل خروج كل الأجهزة${because(label)}.`,
    advice: 'إذا كنت تظن أن هذا خطأ، فاكتب إلى فريق دعم الموقع.',
  }),
  'account-resumed': ({ name }) => ({
    title: `يمكنك استخدام حسابك في ${name} مجددًا`,
    what: 'انتهى الإيقاف، ويمكنك تسجيل الدخول مجددًا.',
    advice: 'إذا كان لديك سؤال، فاكتب إلى فريق دعم الموقع.',
  }),
  'roles-changed': ({ name, label }) => ({
    title: `تم تغيير أدوارك في ${name}`,
    what: label === null ? 'ليس لديك أدوار الآن.' : `أدوارك الآن: ${label}.`,
    advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
  }),
  'sessions-ended-by-administrator': ({ name, label }) => ({
    title: `تم تسجيل خروجك من كل الأجهزة في ${name}`,
    what: `سجّل مشغّل الموقع خروج كل أجهزتك${because(label)}. يمكنك تسجيل الدخول مجددًا.`,
    advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
  }),
  'impersonation-started': ({ name, label }) => ({
    title: `مشرف يتصرف بصفتك في ${name}`,
    what: `يستخدم مشرف الموقع حسابك لمدة ساعة على الأكثر${because(label)}. يرى ما تراه، ولا يمكنه تغيير حسابك. يمكنك تسجيل خروجه من قائمة أجهزتك.`,
    advice: 'إذا لم تكن تتوقع هذا، فاكتب إلى فريق دعم الموقع.',
  }),
};
